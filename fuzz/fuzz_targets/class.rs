//! Any bytes as a class file: read, written, rewritten, lowered.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| redflag_test_support::survive::class_survives(bytes));
