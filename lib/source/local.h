/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parts of the live source that have a file of their own. */
#ifndef SOURCE_LOCAL_H
#define SOURCE_LOCAL_H

#include "source/source.h"

must_check int sockdiag_tcp_listeners(struct source_listeners *ret_listeners);
must_check int sched_get(pid_t tid, struct source_sched *ret_sched);
must_check int sched_set(pid_t tid, const struct source_sched *sched);

#endif
