# SPDX-License-Identifier: LGPL-2.1-or-later
# Fish completion of tuneadv, made from its option tables by: tuneadv --completion fish

# Names from the program that is being completed, so that they fit its version.
function __tuneadv_known
	set -l program (commandline -opc)[1]
	for subject in $argv
		$program list $subject --format json 2>/dev/null | sed -n 's/^[[:space:]]\{3\}"\(id\|name\)":[[:space:]]*"\([a-z0-9._-]*\)".*/\2/p'
	end
end

complete -c tuneadv -f
complete -c tuneadv -n __fish_use_subcommand -a apply -d 'change what fails and may safely be changed'
complete -c tuneadv -n __fish_use_subcommand -a capture -d 'store what tuneadv reads, to look at it elsewhere'
complete -c tuneadv -n __fish_use_subcommand -a check -d 'say whether this host is set up for a workload'
complete -c tuneadv -n __fish_use_subcommand -a explain -d 'tell what a tunable, fact or rule is, on this host'
complete -c tuneadv -n __fish_use_subcommand -a list -d 'show what is known: profiles, tunables, counters or facts'
complete -c tuneadv -n __fish_use_subcommand -a recover -d 'take back what a crash left half done'
complete -c tuneadv -n __fish_use_subcommand -a revert -d 'take back what apply changed'
complete -c tuneadv -n __fish_use_subcommand -a status -d 'show what is applied, what drifted, what is unfinished'
complete -c tuneadv -l root -xa '(__fish_complete_directories)' -d 'judge a captured tree instead of this host'
complete -c tuneadv -l profile-dir -xa '(__fish_complete_directories)' -d 'look for profiles here first; may be given again'
complete -c tuneadv -l state-dir -xa '(__fish_complete_directories)' -d 'where transactions are recorded; default /run/tuneadv'
complete -c tuneadv -l set -x -d 'give a parameter of a profile its value'
complete -c tuneadv -l fail-on -xa 'low medium high never' -d 'low, medium (default), high or never: what decides'
complete -c tuneadv -l waive -x -d 'accept that a rule fails; the reason is reported'
complete -c tuneadv -l format -xa 'text json sysctl.d shell ansible man' -d 'text (default) or json; dry runs: sysctl.d, shell, ansible'
complete -c tuneadv -s o -l output -rF -d 'write there instead of to standard output'
complete -c tuneadv -l color -xa 'auto always never' -d 'auto (default), always or never'
complete -c tuneadv -s v -l verbose -d 'show what passes too'
complete -c tuneadv -s q -l quiet -d 'show the verdict alone'
complete -c tuneadv -s h -l help -d 'show this help'
complete -c tuneadv -l version -d 'show the version'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l dry-run -d 'show what would be done, and do nothing'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l yes -d 'do not ask; needed where there is no terminal to ask on'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l wait -x -d 'how long to wait for the lock; default 0'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l only -x -d 'what this rule asks for, and nothing else; may be given again'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l except -x -d 'not what this rule asks for; may be given again'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l consider -d 'also what is only worth considering'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -l host-wide -d 'from inside a container: also what is the host\'s'
complete -c tuneadv -n '__fish_seen_subcommand_from apply' -a '(__tuneadv_known profiles)'
complete -c tuneadv -n '__fish_seen_subcommand_from capture' -l with-names -d 'store addresses and names of processes, groups and devices too'
complete -c tuneadv -n '__fish_seen_subcommand_from capture' -l window -x -d 'how long counters are watched; default 0: they are read once'
complete -c tuneadv -n '__fish_seen_subcommand_from check' -l window -x -d 'how long counters are watched; default 0: they are read once'
complete -c tuneadv -n '__fish_seen_subcommand_from check' -a '(__tuneadv_known profiles)'
complete -c tuneadv -n '__fish_seen_subcommand_from explain' -a '(__tuneadv_known tunables facts)'
complete -c tuneadv -n '__fish_seen_subcommand_from list' -a 'profiles tunables counters facts'
complete -c tuneadv -n '__fish_seen_subcommand_from recover' -l yes -d 'do not ask; needed where there is no terminal to ask on'
complete -c tuneadv -n '__fish_seen_subcommand_from recover' -l wait -x -d 'how long to wait for the lock; default 0'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l dry-run -d 'show what would be done, and do nothing'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l yes -d 'do not ask; needed where there is no terminal to ask on'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l wait -x -d 'how long to wait for the lock; default 0'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l all -d 'every transaction, the newest first'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l skip-drifted -d 'leave what somebody else changed meanwhile'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l overwrite-drifted -d 'put the old value back there too'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -l host-wide -d 'as for apply; what it changed is taken back without it too'
complete -c tuneadv -n '__fish_seen_subcommand_from revert' -a '(__tuneadv_known profiles)'
