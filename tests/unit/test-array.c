/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Room for growing arrays. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/array.h"

static void grown_array_keeps_its_elements(void **state)
{
	autofree uint32_t *numbers = NULL;
	size_t capacity = 0;

	(void)state;
	for (uint32_t i = 0; i < 1000; i++) {
		assert_int_equal(array_reserve(&numbers, &capacity, i + 1, sizeof(*numbers)), 0);
		assert_true(capacity > i);
		numbers[i] = i * 7;
	}
	for (uint32_t i = 0; i < 1000; i++)
		assert_int_equal(numbers[i], i * 7);
}

static void old_room_keeps_what_it_holds(void **state)
{
	autofree unsigned char *bytes = NULL;
	size_t capacity = 0;

	(void)state;
	assert_int_equal(array_reserve(&bytes, &capacity, 1, 1), 0);
	for (size_t i = 0; i < capacity; i++)
		bytes[i] = 0xff;

	size_t used = capacity;

	assert_int_equal(array_reserve(&bytes, &capacity, 100, 1), 0);
	for (size_t i = 0; i < used; i++)
		assert_int_equal(bytes[i], 0xff);
}

static void room_that_is_there_is_not_made_again(void **state)
{
	autofree char *bytes = NULL;
	size_t capacity = 0;

	(void)state;
	assert_int_equal(array_reserve(&bytes, &capacity, 5, 1), 0);

	const char *before = bytes;
	size_t capacity_before = capacity;

	assert_int_equal(array_reserve(&bytes, &capacity, capacity_before, 1), 0);
	assert_ptr_equal(bytes, before);
	assert_int_equal(capacity, capacity_before);
	assert_int_equal(array_reserve(&bytes, &capacity, 0, 1), 0);
	assert_ptr_equal(bytes, before);
}

static void growth_is_by_doubling(void **state)
{
	autofree char *bytes = NULL;
	size_t capacity = 0;
	size_t growths = 0;

	(void)state;
	for (size_t i = 1; i <= 100000; i++) {
		size_t before = capacity;

		assert_int_equal(array_reserve(&bytes, &capacity, i, 1), 0);
		growths += capacity != before;
	}
	assert_true(growths <= 17);
}

static void impossible_room_changes_nothing(void **state)
{
	static const struct {
		size_t needed;
		size_t size;
	} cases[] = {
		{ SIZE_MAX, 1 },
		{ SIZE_MAX / 2 + 2, 1 },
		{ SIZE_MAX / 4, 16 },
		{ SIZE_MAX / 2, 1 },
	};
	autofree char *bytes = NULL;
	size_t capacity = 0;

	(void)state;
	assert_int_equal(array_reserve(&bytes, &capacity, 3, 1), 0);

	const char *before = bytes;
	size_t capacity_before = capacity;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(array_reserve(&bytes, &capacity, cases[i].needed, cases[i].size),
				 -ENOMEM);
		assert_ptr_equal(bytes, before);
		assert_int_equal(capacity, capacity_before);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grown_array_keeps_its_elements),
		cmocka_unit_test(old_room_keeps_what_it_holds),
		cmocka_unit_test(room_that_is_there_is_not_made_again),
		cmocka_unit_test(growth_is_by_doubling),
		cmocka_unit_test(impossible_room_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
