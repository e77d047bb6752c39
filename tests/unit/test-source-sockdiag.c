/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Listening sockets as the kernel reports them, against listeners of the test's own. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#include "source-tree.h"
#include "source/source.h"

#define BACKLOG	  7
#define CONNECTED 3

struct own_listener {
	int fd;
	uint16_t port;
	uint32_t inode;
};

static void open_listener(struct own_listener *own, const void *address, socklen_t size,
			  int backlog)
{
	struct sockaddr_storage bound;
	socklen_t bound_size = sizeof(bound);
	struct stat st;

	own->fd = socket(((const struct sockaddr *)address)->sa_family, SOCK_STREAM | SOCK_CLOEXEC,
			 0);
	assert_true(own->fd >= 0);
	assert_int_equal(bind(own->fd, address, size), 0);
	assert_int_equal(listen(own->fd, backlog), 0);
	assert_int_equal(getsockname(own->fd, (struct sockaddr *)&bound, &bound_size), 0);
	assert_int_equal(fstat(own->fd, &st), 0);
	/* The port stands at the same place for both families. */
	own->port = ntohs(((const struct sockaddr_in *)&bound)->sin_port);
	own->inode = (uint32_t)st.st_ino;
}

static void open_on_loopback(struct own_listener *own, int backlog)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};

	open_listener(own, &address, sizeof(address), backlog);
}

static const struct source_listener *find(const struct source_listeners *all, uint32_t inode)
{
	const struct source_listener *found = NULL;

	for (size_t i = 0; i < all->count; i++) {
		if (all->listeners[i].inode != inode)
			continue;
		assert_null(found); /* each once */
		found = &all->listeners[i];
	}
	return found;
}

static void ask(struct source_listeners *ret_listeners)
{
	auto_source struct source *source = NULL;

	assert_int_equal(source_open_live(-1, -1, &source), 0);
	assert_int_equal(source_tcp_listeners(source, ret_listeners), 0);
}

static void listener_is_found_with_its_cap_and_inode(void **state)
{
	struct source_listeners all = { 0 };
	const struct source_listener *found;
	struct own_listener own;

	(void)state;
	open_on_loopback(&own, BACKLOG);
	ask(&all);
	found = find(&all, own.inode);
	assert_non_null(found);
	assert_int_equal(found->family, AF_INET);
	assert_int_equal(found->protocol, IPPROTO_TCP);
	assert_memory_equal(found->address, "\x7f\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	assert_int_equal(found->port, own.port);
	assert_int_equal(found->backlog, BACKLOG);
	assert_int_equal(found->queued, 0);
	assert_int_equal(found->device, 0);
	assert_int_equal(found->uid, geteuid());
	assert_true(found->cookie != 0);
	source_listeners_done(&all);
	assert_int_equal(close(own.fd), 0);
	ask(&all);
	assert_null(find(&all, own.inode));
	source_listeners_done(&all);
}

/* The last step of a connection is the kernel's own, soon after connect(2) has returned. */
static uint32_t queued_soon(const struct own_listener *own, uint32_t wanted)
{
	uint32_t queued = 0;

	for (int tries = 0; tries < 100 && queued != wanted; tries++) {
		struct source_listeners all = { 0 };
		const struct source_listener *found;

		if (tries > 0)
			(void)poll(NULL, 0, 10);
		ask(&all);
		found = find(&all, own->inode);
		assert_non_null(found);
		assert_int_equal(found->backlog, BACKLOG);
		queued = found->queued;
		source_listeners_done(&all);
	}
	return queued;
}

static void connections_that_nobody_accepts_are_counted(void **state)
{
	struct source_listeners all = { 0 };
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct own_listener own;
	int clients[CONNECTED];

	(void)state;
	open_on_loopback(&own, BACKLOG);
	address.sin_port = htons(own.port);
	for (int i = 0; i < CONNECTED; i++) {
		clients[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		assert_int_equal(connect(clients[i], (const struct sockaddr *)&address,
					 sizeof(address)),
				 0);
	}
	assert_int_equal(queued_soon(&own, CONNECTED), CONNECTED);
	ask(&all);
	for (int i = 0; i < CONNECTED; i++) {
		struct stat st;

		assert_int_equal(fstat(clients[i], &st), 0);
		assert_null(find(&all, (uint32_t)st.st_ino)); /* connected, not listening */
	}
	source_listeners_done(&all);
	for (int i = 0; i < CONNECTED; i++)
		assert_int_equal(close(clients[i]), 0);
	assert_int_equal(close(own.fd), 0);
}

static void listener_of_ipv6_is_found(void **state)
{
	struct source_listeners all = { 0 };
	struct sockaddr_in6 address = {
		.sin6_family = AF_INET6,
		.sin6_addr = IN6ADDR_LOOPBACK_INIT,
	};
	const struct source_listener *found;
	struct own_listener own;
	int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int r = fd < 0 ? -1 : bind(fd, (const struct sockaddr *)&address, sizeof(address));

	(void)state;
	if (fd >= 0)
		(void)close(fd);
	if (r < 0)
		SKIP_CASE("there is no IPv6 loopback here");
	open_listener(&own, &address, sizeof(address), BACKLOG + 1);
	ask(&all);
	found = find(&all, own.inode);
	assert_non_null(found);
	assert_int_equal(found->family, AF_INET6);
	assert_memory_equal(found->address, &address.sin6_addr, 16);
	assert_int_equal(found->port, own.port);
	assert_int_equal(found->backlog, BACKLOG + 1);
	source_listeners_done(&all);
	assert_int_equal(close(own.fd), 0);
}

/* More than one message of the kernel holds. */
static void many_listeners_are_all_found(void **state)
{
	struct source_listeners all = { 0 };
	struct own_listener own[600];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		open_on_loopback(&own[i], 1 + (int)i % 100);
	ask(&all);
	for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
		const struct source_listener *found = find(&all, own[i].inode);

		assert_non_null(found);
		assert_int_equal(found->port, own[i].port);
		assert_int_equal(found->backlog, 1 + i % 100);
		assert_int_equal(close(own[i].fd), 0);
	}
	source_listeners_done(&all);
}

static int nobody_finds(void *context)
{
	const struct own_listener *own = context;
	auto_source struct source *source = NULL;
	struct source_listeners all = { 0 };
	int r = become_nobody();

	if (r < 0)
		return -ENOTSUP;
	r = source_open_live(-1, -1, &source);
	if (r < 0)
		return r;
	r = source_tcp_listeners(source, &all);
	if (r < 0)
		return r;
	r = find(&all, own->inode) ? 0 : -ENOENT;
	source_listeners_done(&all);
	return r;
}

static void no_privilege_is_needed(void **state)
{
	struct own_listener own;
	int r;

	(void)state;
	open_on_loopback(&own, BACKLOG);
	r = result_in_child(nobody_finds, &own);
	assert_int_equal(close(own.fd), 0);
	if (r == -ENOTSUP)
		SKIP_CASE("this namespace has no user %d", NOBODY);
	assert_int_equal(r, 0);
}

static void no_descriptor_is_left_open(void **state)
{
	struct source_listeners all = { 0 };
	int before = dup(STDERR_FILENO);
	int after;

	(void)state;
	assert_int_equal(close(before), 0);
	ask(&all);
	source_listeners_done(&all);
	after = dup(STDERR_FILENO);
	assert_int_equal(after, before);
	assert_int_equal(close(after), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(listener_is_found_with_its_cap_and_inode),
		cmocka_unit_test(connections_that_nobody_accepts_are_counted),
		cmocka_unit_test(listener_of_ipv6_is_found),
		cmocka_unit_test(many_listeners_are_all_found),
		cmocka_unit_test(no_privilege_is_needed),
		cmocka_unit_test(no_descriptor_is_left_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
