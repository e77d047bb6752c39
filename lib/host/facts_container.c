/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In which kind of container we are: by files that runtimes leave, else by the control group of
 * process 1. Names decide as whole words only.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

#define CGROUP_PATH    "/proc/1/cgroup"
#define OSRELEASE_PATH "/proc/sys/kernel/osrelease"

struct sign {
	const char *word; /* a file or folder, or the first word of a control group's name */
	const char *name;
};

static const struct sign file_signs[] = {
	{ .word = "/run/secrets/kubernetes.io", .name = "kubernetes" },
	{ .word = "/run/.containerenv", .name = "podman" },
	{ .word = "/.dockerenv", .name = "docker" },
};

static const struct sign group_signs[] = {
	{ .word = "kubepods", .name = "kubernetes" },	 { .word = "docker", .name = "docker" },
	{ .word = "libpod", .name = "podman" },		 { .word = "lxc", .name = "lxc" },
	{ .word = "cri", .name = "kubernetes" },	 { .word = "garden", .name = "garden" },
	{ .word = "machine", .name = "systemd-nspawn" },
};

/* What /run/systemd/container may say, in its own words. */
static const char *const manager_words[] = { "docker", "podman", "lxc",	       "lxc-libvirt",
					     "rkt",    "openvz", "wsl",	       "proot",
					     "pouch",  "oci",	 "kubernetes", "systemd-nspawn" };

/*
 * A marker file proves nothing where the machine was booted from a container's image: then this
 * process lies in the namespaces that the kernel made for process 1 of the host, whose numbers are
 * constants (kernel:include/linux/proc_ns.h). A runtime shares one or two of them on request, never
 * all of these.
 */
static bool is_in_namespaces_of_host(struct reader *reader)
{
	static const char *const links[][2] = {
		{ "/proc/self/ns/pid", "pid:[4026531836]" },
		{ "/proc/self/ns/uts", "uts:[4026531838]" },
		{ "/proc/self/ns/ipc", "ipc:[4026531839]" },
		{ "/proc/self/ns/cgroup", "cgroup:[4026531835]" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(links); i++) {
		auto_text struct text target = { 0 };

		if (source_link(reader->source, links[i][0], &target) < 0 ||
		    !span_is(text_span(&target), links[i][1]))
			return false;
	}
	return true;
}

static int by_file(struct reader *reader, const char **ret_name, const char **ret_path)
{
	for (size_t i = 0; i < ARRAY_SIZE(file_signs); i++) {
		int r = reader_looks(reader, file_signs[i].word);

		if (r == -ENOMEM)
			return r;
		if (r == 0 && !is_in_namespaces_of_host(reader)) {
			*ret_name = file_signs[i].name;
			*ret_path = file_signs[i].word;
			return 0;
		}
	}
	return 0;
}

static int by_manager(struct reader *reader, const char **ret_name, const char **ret_path)
{
	static const char *const path = "/run/systemd/container";
	struct span word;
	int r = reader_word(reader, path, &word);

	if (r < 0 || word.length == 0)
		return r == -ENOMEM ? r : 0;
	*ret_name = "other";
	*ret_path = path;
	for (size_t i = 0; i < ARRAY_SIZE(manager_words); i++) {
		if (span_is(word, manager_words[i]))
			*ret_name = manager_words[i];
	}
	return 0;
}

/* OpenVZ shows its own folder without that of the host (bc); WSL names itself in the release. */
static int by_kernel(struct reader *reader, const char **ret_name, const char **ret_path)
{
	struct span release;
	struct span part;
	int r;

	if (reader_looks(reader, "/proc/vz") == 0 && reader_looks(reader, "/proc/bc") < 0) {
		*ret_name = "openvz";
		*ret_path = "/proc/vz";
		return 0;
	}
	r = reader_word(reader, OSRELEASE_PATH, &release);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	while (span_split(&release, '-', &part)) {
		if (span_is(part, "WSL2") || span_is(part, "Microsoft")) {
			*ret_name = "wsl";
			*ret_path = OSRELEASE_PATH;
		}
	}
	return 0;
}

/* "docker-0123.scope": the word before the first of these. */
static struct span first_word(struct span name)
{
	for (size_t i = 0; i < name.length; i++) {
		char c = name.bytes[i];

		if (c == '-' || c == '.' || c == ':' || c == '@' || c == '_') {
			name.length = i;
			break;
		}
	}
	return name;
}

/* The innermost sign counts: a pod inside of a container is a pod. */
static const char *sign_of_group(struct span path)
{
	const char *name = NULL;
	struct span part;

	while (span_split(&path, '/', &part)) {
		if (span_starts(part, "systemd-nspawn@"))
			name = "systemd-nspawn";
		/* A service of the host itself ("docker.service" is the daemon), and the slice in
		 * which all machines lie. */
		if (span_ends(part, ".service") || span_is(part, "machine.slice"))
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(group_signs); i++) {
			if (span_is(first_word(part), group_signs[i].word))
				name = group_signs[i].name;
		}
	}
	return name;
}

/* Process 1 of a host lies in no group, or in systemd's own. */
static bool is_group_of_host(struct span path)
{
	return span_is(path, "/init.scope") || span_is(path, "/");
}

/* "N:CONTROLLERS:PATH" lines. *ret_host: every path is one that a host has. */
static int by_group(struct reader *reader, const char **ret_name, const char **ret_path,
		    bool *ret_host)
{
	struct span lines;
	struct span line;
	bool is_host = false;
	int r = reader_text(reader, CGROUP_PATH, &lines);

	*ret_host = false;
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	while (span_split(&lines, '\n', &line)) {
		struct span part;

		if (!span_split(&line, ':', &part) || !span_split(&line, ':', &part))
			continue;
		*ret_name = sign_of_group(line);
		*ret_path = CGROUP_PATH;
		if (*ret_name)
			return 0;
		/* With a cgroup namespace a container shows "/" too: only the scope of systemd
		 * proves a host. */
		is_host |= span_is(line, "/init.scope");
		if (!is_group_of_host(line))
			return 0;
	}
	*ret_host = is_host;
	return 0;
}

int facts_container(struct reader *reader)
{
	const enum fact fact = FACT_CONTAINER;
	const char *name = NULL;
	const char *path = NULL;
	bool is_host = false;
	int r = by_file(reader, &name, &path);

	if (r == 0 && !name)
		r = by_manager(reader, &name, &path);
	if (r == 0 && !name)
		r = by_kernel(reader, &name, &path);
	if (r == 0 && !name)
		r = by_group(reader, &name, &path, &is_host);
	if (r < 0)
		return r;
	if (name)
		return fact_set_word(reader, ABOUT(fact, path), span_of(name));
	if (reader->is_whole || is_host)
		return fact_set_word(reader, ABOUT(fact, is_host ? CGROUP_PATH : NULL),
				     span_of("none"));
	return fact_set_missing(reader, ABOUT(fact, CGROUP_PATH), -ENOENT);
}
