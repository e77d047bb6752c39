/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Conditions that ask for another setting of the very instance that is judged. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged.h"

#define POLICY(n) "sys/devices/system/cpu/cpufreq/policy" n "/scaling_"
#define GOVERNOR                                                                             \
	"{\"id\":\"r\",\"tunable\":\"cpufreq.governor\",\"assert\":{\"not\":\"powersave\"}," \
	"\"when\":{\"tunable\":\"cpufreq.driver\",\"not\":\"intel_pstate\"},"                \
	"\"severity\":\"medium\",\"rationale\":\"r\",\"references\":[\"doc:x\"]}"

static const struct finding *find(const struct judged *judged, const char *id)
{
	const struct finding *finding = judged_finding(judged, id);

	if (!finding)
		fail_msg("there is no finding %s", id);
	return finding;
}

static void each_instance_is_asked_for_itself(void **state)
{
	static const struct file files[] = {
		{ POLICY("0") "driver", "intel_pstate\n" },
		{ POLICY("0") "governor", "powersave\n" },
		{ POLICY("1") "driver", "acpi-cpufreq\n" },
		{ POLICY("1") "governor", "powersave\n" },
		{ POLICY("2") "driver", "acpi-cpufreq\n" },
		{ POLICY("2") "governor", "schedutil\n" },
		{ POLICY("3") "governor", "powersave\n" },
		{ NULL, NULL },
	};
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL, GOVERNOR, files, false);
	judged_evaluate(&judged, NULL, 0);
	assert_int_equal(judged.findings.count, 4);
	assert_int_equal(find(&judged, "r/policy0")->result, RESULT_NOT_APPLICABLE);
	assert_string_equal(find(&judged, "r/policy0")->because_text,
			    "only for hosts where cpufreq.driver is anything but intel_pstate; "
			    "here it is intel_pstate");
	assert_int_equal(find(&judged, "r/policy1")->result, RESULT_FAIL);
	assert_int_equal(find(&judged, "r/policy2")->result, RESULT_PASS);
	/* Whose driver cannot be seen is not called wrong. */
	assert_int_equal(find(&judged, "r/policy3")->result, RESULT_UNKNOWN);
	assert_int_equal(find(&judged, "r/policy3")->because, BECAUSE_CONDITION_UNKNOWN);
	judged_done(&judged);
}

static void a_driver_that_is_not_built_in_decides_as_for_hosts(void **state)
{
	static const struct file files[] = {
		{ "proc/sys/kernel/osrelease", "6.1.140\n" },
		{ POLICY("0") "governor", "powersave\n" },
		{ NULL, NULL },
	};
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL, GOVERNOR, files, true);
	judged_evaluate(&judged, NULL, 0);
	assert_int_equal(find(&judged, "r/policy0")->result, RESULT_NOT_APPLICABLE);
	judged_done(&judged);
}

static void a_host_without_instances_has_one_finding(void **state)
{
	static const struct file files[] = { { "proc/sys/kernel/osrelease", "6.1.140\n" },
					     { NULL, NULL } };
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL, GOVERNOR, files, false);
	judged_evaluate(&judged, NULL, 0);
	assert_int_equal(judged.findings.count, 1);
	assert_int_equal(judged.findings.findings[0].because, BECAUSE_NO_INSTANCE);
	judged_done(&judged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_instance_is_asked_for_itself),
		cmocka_unit_test(a_driver_that_is_not_built_in_decides_as_for_hosts),
		cmocka_unit_test(a_host_without_instances_has_one_finding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
