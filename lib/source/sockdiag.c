/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Listening sockets, asked of the kernel by sock_diag: the only caller of libmnl. */
#include "config.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/array.h"
#include "source/local.h"

/* How often a dump is asked for anew when sockets changed under it. */
#define DUMP_TRIES 5
/* One dump message of the kernel is at most this long. */
#define DUMP_ROOM (32 * 1024)

struct sockdiag {
	struct mnl_socket *socket;
	unsigned int sequence;
	struct source_listeners *listeners;
	int status; /* of the callback */
};

static void close_socket(struct mnl_socket **socket)
{
	if (*socket)
		(void)mnl_socket_close(*socket); /* nothing is lost */
}

static int add_listener(const struct nlmsghdr *header, void *context)
{
	struct sockdiag *sockdiag = context;
	struct source_listeners *all = sockdiag->listeners;
	const struct inet_diag_msg *message = mnl_nlmsg_get_payload(header);
	struct source_listener *listener;

	if (mnl_nlmsg_get_payload_len(header) < sizeof(*message))
		return MNL_CB_OK;
	sockdiag->status =
		array_reserve(&all->listeners, &all->capacity, all->count + 1, sizeof(*listener));
	if (sockdiag->status < 0)
		return MNL_CB_ERROR;
	listener = &all->listeners[all->count++];
	*listener = (struct source_listener){
		.family = message->idiag_family,
		.protocol = IPPROTO_TCP,
		.port = ntohs(message->id.idiag_sport),
		.device = message->id.idiag_if,
		.queued = message->idiag_rqueue,
		.backlog = message->idiag_wqueue,
		.uid = message->idiag_uid,
		.inode = message->idiag_inode,
		.cookie = (uint64_t)message->id.idiag_cookie[1] << 32 | message->id.idiag_cookie[0],
	};
	memcpy(listener->address, message->id.idiag_src,
	       message->idiag_family == AF_INET ? 4 : sizeof(listener->address));
	return MNL_CB_OK;
}

static int send_request(struct sockdiag *sockdiag, uint8_t family)
{
	_Alignas(struct nlmsghdr) char bytes[NLMSG_SPACE(sizeof(struct inet_diag_req_v2))];
	struct nlmsghdr *header = mnl_nlmsg_put_header(bytes);
	struct inet_diag_req_v2 *request;

	header->nlmsg_type = SOCK_DIAG_BY_FAMILY;
	header->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	header->nlmsg_seq = ++sockdiag->sequence;
	request = mnl_nlmsg_put_extra_header(header, sizeof(*request));
	request->sdiag_family = family;
	request->sdiag_protocol = IPPROTO_TCP;
	request->idiag_states = 1U << TCP_LISTEN;
	if (mnl_socket_sendto(sockdiag->socket, header, header->nlmsg_len) < 0)
		return -errno;
	return 0;
}

static int receive_answer(struct sockdiag *sockdiag)
{
	_Alignas(struct nlmsghdr) char bytes[DUMP_ROOM];
	unsigned int port = mnl_socket_get_portid(sockdiag->socket);

	for (;;) {
		ssize_t got = mnl_socket_recvfrom(sockdiag->socket, bytes, sizeof(bytes));
		int r;

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		r = mnl_cb_run(bytes, (size_t)got, sockdiag->sequence, port, add_listener,
			       sockdiag);
		if (r < 0)
			return sockdiag->status < 0 ? sockdiag->status : -errno;
		if (r == MNL_CB_STOP)
			return 0;
	}
}

/* One dump over a socket of its own: what an interrupted one left unread is gone with its socket.
 */
static int dump_once(uint8_t family, struct source_listeners *listeners)
{
	cleanup(close_socket) struct mnl_socket *socket = NULL;
	struct sockdiag sockdiag = { .listeners = listeners };
	int r;

	socket = mnl_socket_open2(NETLINK_SOCK_DIAG, SOCK_CLOEXEC);
	if (!socket)
		return -errno;
	if (mnl_socket_bind(socket, 0, MNL_SOCKET_AUTOPID) < 0)
		return -errno;
	sockdiag.socket = socket;
	r = send_request(&sockdiag, family);
	if (r < 0)
		return r;
	return receive_answer(&sockdiag);
}

/* Adds the listeners of @family. libmnl says EINTR for NLM_F_DUMP_INTR: the answer may lack some or
 * have some twice, so it is thrown away. */
static int dump(uint8_t family, struct source_listeners *listeners)
{
	size_t count = listeners->count;
	int r = -EINTR;

	for (int tries = 0; tries < DUMP_TRIES && (r == -EINTR || r == -ENOBUFS); tries++) {
		listeners->count = count;
		r = dump_once(family, listeners);
	}
	if (r < 0)
		listeners->count = count;
	return r;
}

static bool is_not_built_in(int r)
{
	return r == -ENOENT || r == -EAFNOSUPPORT || r == -EPROTONOSUPPORT || r == -EOPNOTSUPP;
}

int sockdiag_tcp_listeners(struct source_listeners *ret_listeners)
{
	struct source_listeners listeners = { 0 };
	autofree struct source_listener *owned = NULL;
	int status[2];

	status[0] = dump(AF_INET, &listeners);
	status[1] = dump(AF_INET6, &listeners);
	owned = listeners.listeners;
	for (size_t i = 0; i < ARRAY_SIZE(status); i++) {
		bool is_other_good = status[1 - i] == 0;

		if (status[i] < 0 && !(is_not_built_in(status[i]) && is_other_good))
			return status[i];
	}
	(void)take_ptr(owned); /* handed over with the rest */
	*ret_listeners = listeners;
	return 0;
}
