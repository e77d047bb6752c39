/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Network devices, by what sysfs says of them and else by their usual names. */
#include "config.h"

#include "host/netdev.h"

#include <errno.h>
#include <string.h>

#include "base/number.h"

#define NET_FOLDER "/sys/class/net/"
/* "self" would be the namespace of the process's first thread. */
#define DEV_PATH "/proc/thread-self/net/dev"

/* Names that a driver or a container runtime gives; a number or more follows. */
static const char *const virtual_names[] = { "veth", "tap",  "tun", "dummy",  "ifb",  "sit",
					     "gre",  "cali", "lxc", "ip6tnl", "tunl", "vnet" };

/* Devices without hardware that an administrator made on purpose: they are judged like cards. */
static const char *const made_on_purpose[] = { "bond", "bridge", "team", "vlan" };

static bool has_virtual_name(struct span name)
{
	if (span_is(name, "lo"))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(virtual_names); i++) {
		if (span_starts(name, virtual_names[i]) && name.length > strlen(virtual_names[i]))
			return true;
	}
	return false;
}

/* A switch of the bonding driver lies between the devices. */
static bool has_own_name(struct span name)
{
	return !has_virtual_name(name) && !span_is(name, "bonding_masters");
}

static bool is_among(struct span name, const struct source_names *names)
{
	for (size_t i = 0; i < names->count; i++) {
		if (span_is(name, names->names[i]))
			return true;
	}
	return false;
}

int netdev_sysfs_is_ours(struct source *source, bool *ret_ours)
{
	auto_names struct source_names names = { 0 };
	auto_table struct source_table *table = NULL;
	struct span line;
	size_t shown = 0;
	int r = source_list(source, "/sys/class/net", &names);

	*ret_ours = true;
	if (r == 0)
		r = source_table_open(source, DEV_PATH, &table);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	for (size_t i = 0; i < names.count; i++)
		shown += has_own_name(span_of(names.names[i]));
	while ((r = source_table_line(table, &line)) > 0) {
		struct span name;
		size_t length = line.length;

		/* Two lines of headings have no colon. */
		if (!span_split(&line, ':', &name) || name.length == length)
			continue;
		name = span_trim(name);
		if (!has_own_name(name))
			continue;
		*ret_ours &= is_among(name, &names);
		shown--;
	}
	*ret_ours &= shown == 0;
	return r == -ENOMEM ? r : 0;
}

/* Lines KEY=VALUE; not all drivers name a kind (DEVTYPE). */
static bool uevent_value(struct span uevent, const char *key, struct span *ret_value)
{
	struct span line;

	while (span_split(&uevent, '\n', &line)) {
		struct span name;

		if (span_split(&line, '=', &name) && span_is(name, key)) {
			*ret_value = line;
			return true;
		}
	}
	return false;
}

static bool is_made_on_purpose(struct span uevent)
{
	struct span kind;

	if (!uevent_value(uevent, "DEVTYPE", &kind))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(made_on_purpose); i++) {
		if (span_is(kind, made_on_purpose[i]))
			return true;
	}
	return false;
}

/* Index and kind from the one file that has both. */
static int look_at_uevent(struct source *source, const char *name, bool is_in_virtual,
			  struct netdev *netdev)
{
	auto_text struct text path = { 0 };
	auto_text struct text uevent = { 0 };
	struct span value;
	uint32_t number;
	int r;

	text_addf(&path, NET_FOLDER "%s/uevent", name);
	r = text_status(&path);
	if (r == 0)
		r = source_read(source, path.bytes, &uevent);
	if (r == 0) {
		if (uevent_value(text_span(&uevent), "IFINDEX", &value) &&
		    number_parse_u32(value, NUMBER_BASE_10, &number) == 0)
			netdev->number = number;
		if (is_in_virtual)
			netdev->is_virtual = !is_made_on_purpose(text_span(&uevent));
		return 0;
	}
	if (r == -ENOMEM)
		return r;
	text_clear(&path);
	text_addf(&path, NET_FOLDER "%s/ifindex", name);
	r = text_status(&path);
	if (r == 0)
		r = source_read(source, path.bytes, &uevent);
	if (r == 0 && number_parse_u32(span_trim(text_span(&uevent)), NUMBER_BASE_10, &number) == 0)
		netdev->number = number;
	return r == -ENOMEM ? r : 0;
}

int netdev_look(struct source *source, const char *name, bool has_sysfs, bool is_wanted,
		struct netdev *ret_netdev)
{
	struct netdev netdev = { .number = -1, .is_virtual = has_virtual_name(span_of(name)) };
	auto_text struct text path = { 0 };
	auto_text struct text target = { 0 };
	bool is_in_virtual;
	int r;

	if (!has_sysfs) {
		*ret_netdev = netdev;
		return 0;
	}
	text_addf(&path, NET_FOLDER "%s", name);
	r = text_status(&path);
	if (r < 0)
		return r;
	r = source_link(source, path.bytes, &target);
	if (r == -ENOMEM)
		return r;
	is_in_virtual = r == 0 && strstr(target.bytes, "/virtual/") != NULL;
	/* What sysfs shows with hardware behind it is none, whatever its name. */
	if (r == 0 && !is_in_virtual)
		netdev.is_virtual = false;
	if (r != -ENOENT && (!netdev.is_virtual || is_wanted)) {
		r = look_at_uevent(source, name, is_in_virtual, &netdev);
		if (r < 0)
			return r;
	}
	*ret_netdev = netdev;
	return 0;
}
