//! System calls that nothing in a sandbox needs, and that reach around or change the machine: refused by a filter of the kernel's.

use rustix::io::Errno;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;

/// System calls with their names.
macro_rules! calls {
    ($($call:ident),* $(,)?) => { &[$((stringify!($call), libc::$call)),*] };
}

/// Refused whatever their arguments.
const REFUSED: &[(&str, i64)] = calls![
    // Other processes' memory and files.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_perf_event_open,
    SYS_move_pages,
    SYS_migrate_pages,
    // Namespaces and mounts.
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_move_mount,
    SYS_open_tree,
    SYS_mount_setattr,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_quotactl,
    SYS_quotactl_fd,
    // The kernel itself.
    SYS_bpf,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_syslog,
    SYS_acct,
    SYS_swapon,
    SYS_swapoff,
    SYS_vhangup,
    SYS_lookup_dcookie,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    // The machine's clock and name.
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
];

/// The same of this architecture.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[(&str, i64)] = calls![SYS_iopl, SYS_ioperm, SYS_uselib, SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[(&str, i64)] = &[];

/// The flags of `clone` that make namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];
/// Requests that put input into a terminal.
const TERMINAL_INPUT: [u64; 2] = [libc::TIOCSTI, libc::TIOCLINUX];
/// Families of sockets above this one speak to devices, hypervisors and the kernel's own services.
const LAST_FAMILY: u64 = libc::AF_NETLINK as u64;
/// The second numbering of system calls that 64-bit x86 has.
#[cfg(target_arch = "x86_64")]
const OTHER_NUMBERS: Option<i64> = Some(0x4000_0000);
#[cfg(not(target_arch = "x86_64"))]
const OTHER_NUMBERS: Option<i64> = None;

/// The filters as bubblewrap reads them, one a file.
pub(crate) fn filters() -> io::Result<[Vec<u8>; 2]> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = refused_calls().map(|(_, call)| (call, Vec::new())).collect();
    let flags = NAMESPACES.map(|flag| (0, Length::Qword, Compare::MaskedEq(flag as u64), flag as u64));
    refused.insert(libc::SYS_clone, rules(flags)?);
    refused.insert(libc::SYS_ioctl, rules(TERMINAL_INPUT.map(|request| (1, Length::Dword, Compare::Eq, request)))?);
    refused.insert(libc::SYS_socket, rules([(0, Length::Dword, Compare::Gt, LAST_FAMILY)])?);
    // Its flags are behind a pointer, which a filter cannot follow; libraries fall back to `clone` where it does not exist.
    let missing = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Ok([filter(refused, Errno::PERM)?, filter(missing, Errno::NOSYS)?])
}

/// The same as a profile for container engines.
pub fn seccomp_profile() -> Value {
    let refused: Vec<&str> = refused_calls().map(|(name, _)| name).collect();
    let refuse = |calls: &[&str], error: Errno| json!({"names": calls, "action": "SCMP_ACT_ERRNO", "errnoRet": error.raw_os_error().unsigned_abs()});
    let refuse_where = |call: &str, condition: Value| {
        let mut rule = refuse(&[call], Errno::PERM);
        rule["args"] = json!([condition]);
        rule
    };
    let mut rules = vec![refuse(&refused, Errno::PERM), refuse(&["clone3"], Errno::NOSYS)];
    rules.extend(
        NAMESPACES
            .map(|flag| refuse_where("clone", json!({"index": 0, "value": flag, "valueTwo": flag, "op": "SCMP_CMP_MASKED_EQ"}))),
    );
    rules.extend(TERMINAL_INPUT.map(|request| refuse_where("ioctl", json!({"index": 1, "value": request, "op": "SCMP_CMP_EQ"}))));
    rules.push(refuse_where("socket", json!({"index": 0, "value": LAST_FAMILY, "op": "SCMP_CMP_GT"})));
    let architecture = format!("SCMP_ARCH_{}", std::env::consts::ARCH.to_uppercase());
    json!({"defaultAction": "SCMP_ACT_ALLOW", "architectures": [architecture], "syscalls": rules})
}

fn refused_calls() -> impl Iterator<Item = (&'static str, i64)> {
    REFUSED.iter().chain(REFUSED_HERE).map(|(name, call)| (name.trim_start_matches("SYS_"), *call))
}

/// One for each condition: argument, its length, comparison and value.
fn rules(conditions: impl IntoIterator<Item = (u8, Length, Compare, u64)>) -> io::Result<Vec<SeccompRule>> {
    let rule = |(argument, length, compare, value)| {
        let condition = SeccompCondition::new(argument, length, compare, value).map_err(io::Error::other)?;
        SeccompRule::new(vec![condition]).map_err(io::Error::other)
    };
    conditions.into_iter().map(rule).collect()
}

/// Lets these calls fail with an error, and all others pass.
fn filter(mut calls: BTreeMap<i64, Vec<SeccompRule>>, error: Errno) -> io::Result<Vec<u8>> {
    if let Some(offset) = OTHER_NUMBERS {
        let others: Vec<_> = calls.iter().map(|(call, rules)| (call + offset, rules.clone())).collect();
        calls.extend(others);
    }
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(error.raw_os_error().unsigned_abs());
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, refuse, arch).map_err(io::Error::other)?;
    let program = BpfProgram::try_from(filter).map_err(io::Error::other)?;
    let bytes = |line: &seccompiler::sock_filter| {
        let ([a, b], [c, d, e, f]) = (line.code.to_ne_bytes(), line.k.to_ne_bytes());
        [a, b, line.jt, line.jf, c, d, e, f]
    };
    Ok(program.iter().flat_map(bytes).collect())
}
