/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One pass over a host: remembers what was read already, so that no file is read twice, and where
 * findings go. Every function returns 0 or -ENOMEM unless it says otherwise: what cannot be read is
 * a reading, not a failure.
 */
#ifndef HOST_READER_H
#define HOST_READER_H

#include "host/cpuinfo.h"
#include "host/parts.h"

struct cached_file {
	char *path;
	struct text text;
	int status;
};

struct reader {
	struct source *source;
	struct snapshot *snapshot;
	const struct needs *needs; /* borrowed */
	/* Which function reads which fact: given, since facts rest on other facts. */
	int (*const *read_fact)(struct reader *reader);
	struct diag *diag;
	/* What is not found is not there: a live host, or a capture that tells what it asked for.
	 */
	bool is_whole;
	struct cached_file *files;
	size_t file_count;
	size_t file_capacity;
	struct cpuinfo cpuinfo;
	/* TRUTH_NO: /sys/class/net belongs to another network namespace. 0: not asked yet. */
	enum truth has_own_sysfs;
	/* Ids of the online CPUs, read only where no mask of siblings is. */
	bool has_places;
	struct cpuinfo_cpu *places;
	size_t place_count;
};

void reader_init(struct reader *reader, struct source *source, struct snapshot *snapshot,
		 const struct needs *needs, struct diag *diag);
void reader_done(struct reader *reader);
#define auto_reader cleanup(reader_done)

/*
 * The bytes of a small file, kept: 0, or the errno of reading it. -ENOMEM as always. @ret_text is
 * borrowed until reader_done().
 */
must_check int reader_text(struct reader *reader, const char *path, struct span *ret_text);
/* As reader_text, without blanks around. */
must_check int reader_word(struct reader *reader, const char *path, struct span *ret_word);
/* The same by a path put together from parts (NULL-terminated), without keeping it. */
must_check int reader_read_at(struct reader *reader, struct text *ret_text, const char *first, ...)
	__attribute__((sentinel));
/* NULL: this file was not read yet. */
const struct cached_file *reader_kept(const struct reader *reader, const char *path);
/* Does a file or folder exist? 0, or the errno of looking. */
must_check int reader_looks(struct reader *reader, const char *path);
/* @path with a number in it: "/sys/devices/system/cpu/cpu3/online". -ENOMEM in the text's status.
 */
void path_numbered(struct text *path, const char *before, uint32_t number, const char *after);

/* The first reading of a fact, read now unless it was before. Never NULL on success. */
must_check int reader_fact(struct reader *reader, enum fact fact,
			   const struct fact_reading **ret_reading);
/* Its value, or NULL when it has none. */
must_check int reader_fact_value(struct reader *reader, enum fact fact,
				 const struct value **ret_value);
must_check int facts_take(struct reader *reader, enum fact fact);

/* ---- what a fact turned out to be; each gives the fact one more reading ---- */

/* Which fact, of which instance (or NULL), decided by which file (or NULL). */
struct about {
	enum fact fact;
	const struct instance *instance;
	const char *path;
};

#define ABOUT(f, p) ((struct about){ .fact = (f), .instance = NULL, .path = (p) })

must_check int fact_set(struct reader *reader, struct about about, struct reading *reading);
must_check int fact_set_number(struct reader *reader, struct about about, uint64_t number);
must_check int fact_set_flag(struct reader *reader, struct about about, bool flag);
must_check int fact_set_word(struct reader *reader, struct about about, struct span word);
must_check int fact_set_text(struct reader *reader, struct about about, struct span text);
/* Takes the list's memory. */
must_check int fact_set_cpulist(struct reader *reader, struct about about, struct cpulist *list);
/* Parses @text in the fact's own format; malformed text becomes such a reading. */
must_check int fact_parse(struct reader *reader, struct about about, struct span text);
/* A reading without value; @error is the errno that stood in the way. */
must_check int fact_set_missing(struct reader *reader, struct about about, int error);
/* The whole of @about.path in the fact's own format. */
must_check int fact_from_file(struct reader *reader, struct about about);

/* ---- one family of facts a file ---- */

must_check int facts_arch(struct reader *reader);
must_check int facts_boot_id(struct reader *reader);
must_check int facts_boot_line(struct reader *reader);
must_check int facts_capabilities(struct reader *reader);
must_check int facts_cgroup_quota(struct reader *reader);
must_check int facts_cgroup_cpuset(struct reader *reader);
must_check int facts_cgroup_memory(struct reader *reader);
must_check int facts_container(struct reader *reader);
must_check int facts_cores(struct reader *reader); /* and SMT width */
must_check int facts_cpus_isolated(struct reader *reader);
must_check int facts_cpus_nohz_full(struct reader *reader);
must_check int facts_cpus_online(struct reader *reader);
must_check int facts_cpus_online_count(struct reader *reader);
must_check int facts_cpus_possible(struct reader *reader);
must_check int facts_cpus_present(struct reader *reader);
must_check int facts_load_one(struct reader *reader);
must_check int facts_load_runnable(struct reader *reader);
must_check int facts_memory_available(struct reader *reader);
must_check int facts_memory_dirty(struct reader *reader);
must_check int facts_memory_total(struct reader *reader);
must_check int facts_netns_initial(struct reader *reader);
must_check int facts_netns_inode(struct reader *reader);
must_check int facts_node_cpus(struct reader *reader);
must_check int facts_node_distances(struct reader *reader);
must_check int facts_node_memory(struct reader *reader);
must_check int facts_nodes_count(struct reader *reader);
must_check int facts_nodes_memory_only(struct reader *reader);
must_check int facts_nodes_online(struct reader *reader);
must_check int facts_owners(struct reader *reader);
must_check int facts_page_size(struct reader *reader);
must_check int facts_power_supply(struct reader *reader);
must_check int facts_pressure_cpu(struct reader *reader);
must_check int facts_pressure_io(struct reader *reader);
must_check int facts_pressure_memory(struct reader *reader);
must_check int facts_rcu_nocbs(struct reader *reader);
must_check int facts_realtime(struct reader *reader);
must_check int facts_release(struct reader *reader); /* release, its text and its trust */
must_check int facts_sockets(struct reader *reader);
must_check int facts_swap_total(struct reader *reader);
must_check int facts_swap_used(struct reader *reader);
must_check int facts_tainted(struct reader *reader);
must_check int facts_uptime(struct reader *reader);
must_check int facts_virtualization(struct reader *reader);

/* Memory in bytes of a meminfo file: 0, or the errno; -EBADMSG: no such line. */
must_check int meminfo_total(struct reader *reader, const char *path, uint64_t *ret_bytes);
/* Instances of a scope below @folder, listed once; *ret_set NULL when there is no such folder. */
must_check int instances_of(struct reader *reader, enum scope scope, const char *folder,
			    const struct instance_set **ret_set);
/* The folder in which the instances of a tunable are listed, owned by the caller. */
must_check int instances_folder(const struct tunable *tunable, char **ret_folder);
/* Where the tunable of an instance lies (NULL: it has none), owned by the caller. */
must_check int instance_path(const struct tunable *tunable, const struct instance *instance,
			     char **ret_path);
/* Refines READING_ABSENT: why is it not at @path? */
must_check int absent_explain(struct reader *reader, const struct tunable *tunable,
			      const char *path, struct reading *reading);
/* Reads @text (when @status is 0) as one value; the core of reading_take(). */
must_check int reading_of(const struct value_format *format, int status, struct span text,
			  struct reading *ret_reading);

#endif
