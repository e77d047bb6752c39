/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a question to the live source costs: its system calls, seen by tracing a child. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "source-tree.h"
#include "source/source.h"

static int cost_of_value(struct source *source)
{
	auto_text struct text text = { 0 };

	return source_read(source, "/proc/sys/kernel/ostype", &text);
}

static int cost_of_folder(struct source *source)
{
	auto_names struct source_names names = { 0 };

	return source_list(source, "/sys/class/net", &names);
}

/* Runs @question between two getppid(2) that serve as marks. The child leaves by _exit(): the leak
 * checker cannot look into a traced process. */
static void run_traced(int (*question)(struct source *source))
{
	struct source *source = NULL;
	int r = source_open_live(-1, -1, &source);

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
		_exit(77);
	(void)raise(SIGSTOP);
	(void)syscall(SYS_getppid);
	r = r < 0 ? r : question(source);
	(void)syscall(SYS_getppid);
	_exit(r < 0 ? 1 : 0);
}

/* The number of the system call that @child is entering, -1 at another stop. */
static long entered_call(pid_t child)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) < 0)
		return -1;
	return info.op == PTRACE_SYSCALL_INFO_ENTRY ? (long)info.entry.nr : -1;
}

/* The signal that a stopped child is to get after all, 0 for the stops of tracing. */
static long pending_signal(int status)
{
	int signal = WSTOPSIG(status);

	return signal == SIGSTOP || (signal & 0x7f) == SIGTRAP ? 0 : signal;
}

/* Which system calls a question makes: memory calls aside, they depend on the allocator's mood.
 * -77 when tracing is not allowed here. */
static int trace(int (*question)(struct source *source), long *calls, int room)
{
	pid_t child = fork();
	int marks = 0;
	int count = 0;
	int status;

	assert_true(child >= 0);
	if (child == 0)
		run_traced(question);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFSTOPPED(status))
		assert_int_equal(ptrace(PTRACE_SETOPTIONS, child, NULL,
					PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL),
				 0);
	while (WIFSTOPPED(status)) {
		long call = entered_call(child);

		marks += call == SYS_getppid;
		if (marks == 1 && call >= 0 && call != SYS_getppid && call != SYS_brk &&
		    call != SYS_mmap && call != SYS_munmap && count < room)
			calls[count++] = call;
		assert_int_equal(ptrace(PTRACE_SYSCALL, child, NULL, pending_signal(status)), 0);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		return -77;
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_int_equal(marks, 2);
	return count;
}

static void value_and_folder_cost_four_system_calls_each(void **state)
{
	static const struct {
		int (*question)(struct source *source);
		long calls[4];
	} rows[] = {
		{ cost_of_value, { SYS_openat, SYS_read, SYS_read, SYS_close } },
		{ cost_of_folder, { SYS_openat, SYS_getdents64, SYS_getdents64, SYS_close } },
	};

	const char *preloaded = getenv("LD_PRELOAD");

	(void)state;
	if (preloaded && strstr(preloaded, "vgpreload"))
		SKIP_CASE("valgrind makes system calls of its own");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		long calls[16];
		int count = trace(rows[i].question, calls, ARRAY_SIZE(calls));

		if (count == -77)
			SKIP_CASE("tracing a child is not allowed here");
		assert_int_equal(count, 4);
		assert_memory_equal(calls, rows[i].calls, sizeof(rows[i].calls));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(value_and_folder_cost_four_system_calls_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
