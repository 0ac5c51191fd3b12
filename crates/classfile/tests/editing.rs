//! Edits, each with the code that must come of it. That the results verify is shown on whole
//! JDKs by the rewriting tests of `test-support`.

use redflag_classfile::edit::{CodeEdit, Item, LocalType, MethodContext, Snippet, assemble};
use redflag_classfile::frame::Frame;
use redflag_classfile::listing::code_listing;
use redflag_classfile::{Attribute, Code, ConstantPool, Flags, Info, Insn, Label, Op};

/// A method `static int f(int)` to be built and edited.
struct Fixture {
    pool: ConstantPool<'static>,
    context: MethodContext,
}

fn fixture() -> Fixture {
    let mut pool = ConstantPool::new();
    let this_class = pool.add_class(b"com/acme/Account").unwrap();
    let name = pool.add_text("f").unwrap();
    let descriptor = pool.add_text("(I)I").unwrap();
    let flags = Flags::STATIC;
    Fixture {
        pool,
        context: MethodContext { major: 61, minor: 0, this_class, flags, name, descriptor },
    }
}

impl Fixture {
    /// `while (x != 0) x--; return x;`
    fn countdown(&mut self) -> Code<'static> {
        assemble(&mut self.pool, &self.context, |edit, _| {
            let (head, exit) = (edit.new_label(), edit.new_label());
            Ok(vec![
                Item::Bind(head),
                load(0),
                branch(Op::Ifeq, exit),
                Insn::Iinc { index: 0, delta: -1, wide: false }.into(),
                branch(Op::Goto, head),
                Item::Bind(exit),
                load(0),
                plain(Op::Ireturn),
            ])
        })
        .unwrap()
    }

    fn edited(&mut self, change: impl FnOnce(&mut CodeEdit<'_, 'static>)) -> Code<'static> {
        let code = self.countdown();
        let mut edit = CodeEdit::new(&code);
        change(&mut edit);
        edit.finish(&mut self.pool, &self.context).unwrap()
    }

    fn refused(&mut self, change: impl FnOnce(&mut CodeEdit<'_, 'static>)) -> String {
        let code = self.countdown();
        let mut edit = CodeEdit::new(&code);
        change(&mut edit);
        edit.finish(&mut self.pool, &self.context).unwrap_err().to_string()
    }

    fn listing(&self, code: &Code<'_>) -> String {
        let text = code_listing(code, &self.pool);
        text.lines().map(|line| line.trim().to_owned() + "\n").collect()
    }
}

fn plain(op: Op) -> Item {
    Insn::Plain(op).into()
}

fn load(index: u16) -> Item {
    Insn::local(Op::Iload, index).into()
}

fn branch(op: Op, target: Label) -> Item {
    Insn::Branch { op, target }.into()
}

fn nops(count: usize) -> Snippet {
    vec![plain(Op::Nop); count]
}

fn frame_positions(code: &Code<'_>) -> Vec<u16> {
    frames(code).iter().map(|frame| code.pc(frame.at)).collect()
}

fn frames<'c>(code: &'c Code<'_>) -> &'c [Frame] {
    let table = code.attributes.iter().find_map(|attribute| match &attribute.info {
        Info::StackMapTable(frames) => Some(frames.as_slice()),
        _ => None,
    });
    table.unwrap_or(&[])
}

#[test]
fn a_method_from_nothing_has_its_frames() {
    let mut fixture = fixture();
    let code = fixture.countdown();
    assert_eq!(
        fixture.listing(&code),
        "0: iload 0\n1: ifeq 10\n4: iinc 0 -1\n7: goto 0\n10: iload 0\n11: ireturn\n"
    );
    assert_eq!(frame_positions(&code), [0, 10]);
    assert_eq!((code.max_stack, code.max_locals), (1, 1));
}

#[test]
fn before_runs_for_branches_too() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| edit.before(Label(0), nops(1)));
    assert_eq!(
        fixture.listing(&code),
        "0: nop\n1: iload 0\n2: ifeq 11\n5: iinc 0 -1\n8: goto 0\n11: iload 0\n12: ireturn\n"
    );
    assert_eq!(frame_positions(&code), [0, 11]);
}

#[test]
fn entry_runs_once() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| edit.at_entry(nops(1)));
    assert!(fixture.listing(&code).contains("8: goto 1\n"));
    assert_eq!(frame_positions(&code), [1, 11]);
}

#[test]
fn after_is_passed_by_branches_to_the_next() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| edit.after(Label(1), nops(2)));
    assert_eq!(
        fixture.listing(&code),
        "0: iload 0\n1: ifeq 12\n4: nop\n5: nop\n6: iinc 0 -1\n9: goto 0\n12: iload 0\n13: ireturn\n"
    );
}

#[test]
fn an_edge_is_one_way_only() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| edit.on_edge(Label(1), Label(4), nops(1)));
    assert_eq!(
        fixture.listing(&code),
        "0: iload 0\n1: ifeq 12\n4: iinc 0 -1\n7: goto 0\n10: iload 0\n11: ireturn\n\
         12: nop\n13: goto 10\n"
    );
    assert_eq!(frame_positions(&code), [0, 10, 12]);
}

#[test]
fn a_back_edge_does_not_run_on_entry() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| edit.on_edge(Label(3), Label(0), nops(1)));
    assert!(fixture.listing(&code).ends_with("12: nop\n13: goto 0\n"));
}

#[test]
fn a_branch_inside_gets_a_frame() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| {
        let past = edit.new_label();
        let snippet = vec![load(0), branch(Op::Ifne, past), plain(Op::Nop), Item::Bind(past)];
        // The loaded value is on the stack here, so the frame must say so.
        edit.before(Label(1), snippet);
    });
    assert_eq!(frame_positions(&code), [0, 6, 15]);
    assert_eq!(code.max_stack, 2);
}

#[test]
fn live_locals_are_in_every_frame() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| {
        assert_eq!(edit.live_local(LocalType::Long), Ok(1));
        assert_eq!(edit.live_local(LocalType::Int), Ok(3));
    });
    assert!(fixture.listing(&code).starts_with("0: lconst_0\n1: lstore 1\n2: iconst_0\n"));
    assert_eq!(code.max_locals, 4);
    // The first frame names both, and the second is the same.
    let text = format!("{:?}", frames(&code));
    assert!(text.contains("Append([Long, Int])") && text.contains("Same"), "{text}");
}

#[test]
fn a_handler_sees_what_its_range_agrees_on() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| {
        edit.add_handler(Label(0), Label(6), 0, vec![plain(Op::Athrow)]);
    });
    assert!(fixture.listing(&code).ends_with("catch anything in 0..12 -> 12\n"));
    assert_eq!(frame_positions(&code), [0, 10, 12]);
}

#[test]
fn replacing_keeps_what_branches_there() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| {
        edit.replace(Label(4), vec![plain(Op::Iconst5), plain(Op::Nop)]);
    });
    assert!(
        fixture
            .listing(&code)
            .ends_with("1: ifeq 10\n4: iinc 0 -1\n7: goto 0\n10: iconst_5\n11: nop\n12: ireturn\n")
    );
}

#[test]
fn far_branches_are_widened() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| edit.before(Label(2), nops(40_000)));
    let text = fixture.listing(&code).replace("nop\n", "");
    assert!(text.contains("1: ifne 9\n"), "the inverse, around the jump");
    assert!(text.contains("4: goto_w 40017\n"));
    assert!(text.contains("40012: goto_w 0\n"));
    assert_eq!(frame_positions(&code), [0, 9, 40017]);
}

#[test]
fn limits_are_told_apart_from_mistakes() {
    let mut fixture = fixture();
    let code = fixture.countdown();
    let mut edit = CodeEdit::new(&code);
    edit.before(Label(2), nops(65_530));
    let error = edit.finish(&mut fixture.pool, &fixture.context).unwrap_err();
    assert!(error.is_limit(), "{error}");
    assert_eq!(error.to_string(), "the method would take 65542 bytes of code, at most 65535 fit");
    let mut edit = CodeEdit::new(&code);
    assert!(edit.scratch_local(u16::MAX - 1).is_ok());
    assert!(edit.scratch_local(1).unwrap_err().is_limit());
    while fixture.pool.len() < 65_535 {
        fixture.pool.add_text(&format!("filler {}", fixture.pool.len())).unwrap();
    }
    assert!(fixture.pool.add_text("one too many").unwrap_err().is_limit());
}

#[test]
fn mistakes_are_named() {
    let mut fixture = fixture();
    let unbound = fixture.refused(|edit| {
        let nowhere = edit.new_label();
        edit.before(Label(0), vec![branch(Op::Goto, nowhere)]);
    });
    assert_eq!(unbound, "L7 is branched to but never bound");
    let nowhere = fixture.refused(|edit| edit.before(Label(6), nops(1)));
    assert_eq!(nowhere, "L6 is not one of 6 instructions");
    let no_edge = fixture.refused(|edit| edit.on_edge(Label(0), Label(3), nops(1)));
    assert_eq!(no_edge, "there is no edge from L0 to L3");
    let dead_end = fixture.refused(|edit| edit.after(Label(5), nops(1)));
    assert_eq!(dead_end, "nothing follows the instruction at L5");
    let replaced = fixture.refused(|edit| {
        edit.replace(Label(1), vec![plain(Op::Pop)]);
        edit.on_edge(Label(1), Label(4), nops(1));
    });
    assert_eq!(replaced, "L1 is replaced, and has no edges any more");
    let nothing_left = fixture.refused(|edit| {
        edit.replace(Label(2), Vec::new());
        edit.add_handler(Label(2), Label(3), 0, vec![plain(Op::Athrow)]);
    });
    assert_eq!(nothing_left, "a new exception handler covers nothing or does nothing");
    let unguarded = fixture.refused(|edit| {
        let [start, end, handler] = [(); 3].map(|()| edit.new_label());
        let backwards = [Item::Bind(end), plain(Op::Nop), Item::Bind(start), plain(Op::Nop)];
        edit.before(Label(0), [&backwards[..], &[Item::Bind(handler)]].concat());
        edit.guard(start, end, handler);
    });
    assert_eq!(unguarded, "a guard covers nothing, or what comes after its handler");
    let types = fixture.refused(|edit| {
        let head = edit.new_label();
        let growing = [Item::Bind(head), load(0), load(0), branch(Op::Ifne, head), plain(Op::Pop)];
        edit.before(Label(2), growing.to_vec());
    });
    assert_eq!(types, "the operand stack has two depths at one place");
}

#[test]
fn code_on_an_edge_is_covered_as_its_branch_is() {
    let mut fixture = fixture();
    let mut code = fixture.edited(|edit| {
        edit.add_handler(Label(0), Label(2), 0, vec![plain(Op::Athrow)]);
    });
    let mut edit = CodeEdit::new(&code);
    edit.on_edge(Label(1), Label(4), nops(1));
    edit.on_edge(Label(3), Label(0), nops(1));
    code = edit.finish(&mut fixture.pool, &fixture.context).unwrap();
    // The branch at 1 is covered, the one at 7 is not.
    let listing = fixture.listing(&code);
    assert!(listing.contains("13: nop\n14: goto 10\n17: nop\n18: goto 0\n"), "{listing}");
    assert!(
        listing.ends_with("catch anything in 0..4 -> 12\ncatch anything in 13..17 -> 12\n"),
        "{listing}"
    );
}

/// `T() { super(); }`
fn constructor(fixture: &mut Fixture) -> Code<'static> {
    fixture.context.flags = Flags::default();
    fixture.context.name = fixture.pool.add_text("<init>").unwrap();
    fixture.context.descriptor = fixture.pool.add_text("()V").unwrap();
    let index = fixture.pool.add_method(b"java/lang/Object", b"<init>", b"()V").unwrap();
    assemble(&mut fixture.pool, &fixture.context, |_, _| {
        Ok(vec![
            Insn::local(Op::Aload, 0).into(),
            Insn::Invoke { op: Op::Invokespecial, index }.into(),
            plain(Op::Return),
        ])
    })
    .unwrap()
}

#[test]
fn a_handler_cannot_cover_the_call_of_super() {
    let mut fixture = fixture();
    let code = constructor(&mut fixture);
    let attempt = |fixture: &mut Fixture, start: u32, end: u32| {
        let mut edit = CodeEdit::new(&code);
        edit.add_handler(Label(start), Label(end), 0, vec![plain(Op::Athrow)]);
        edit.finish(&mut fixture.pool, &fixture.context).map(drop)
    };
    let error = attempt(&mut fixture, 1, 2).unwrap_err().to_string();
    let expected = "a new exception handler covers a call of super() or code on both sides of it";
    assert_eq!(error, expected);
    assert_eq!(attempt(&mut fixture, 0, 3).unwrap_err().to_string(), expected);
    assert_eq!(attempt(&mut fixture, 2, 3), Ok(()));
    assert_eq!(attempt(&mut fixture, 0, 1), Ok(()));
}

#[test]
fn what_stands_before_and_after_one_instruction_adds_up_on_the_stack() {
    let mut fixture = fixture();
    let code = fixture.edited(|edit| {
        edit.before(Label(0), vec![load(0), load(0)]);
        edit.after(Label(0), vec![load(0), plain(Op::Pop), plain(Op::Swap), plain(Op::Pop)]);
        edit.after(Label(0), vec![plain(Op::Swap), plain(Op::Pop)]);
    });
    // Two from before, the instruction's own, and one more after it.
    assert!(code.max_stack >= 4, "max_stack is {}", code.max_stack);
}

#[test]
fn code_after_an_instruction_can_belong_to_the_range_that_follows() {
    let mut fixture = fixture();
    let mut code = fixture.countdown();
    code.handlers.push(redflag_classfile::Handler {
        start: Label(1),
        end: Label(3),
        handler: Label(4),
        catch_type: 0,
    });
    fixture.context.major = 49;
    let start = |fixture: &mut Fixture, within: bool| {
        let mut edit = CodeEdit::new(&code);
        match within {
            true => edit.after_within(Label(0), nops(2)),
            false => edit.after(Label(0), nops(2)),
        }
        edit.finish(&mut fixture.pool, &fixture.context).unwrap().handlers[0].start
    };
    assert_eq!(start(&mut fixture, true), Label(1), "the range begins with what was inserted");
    assert_eq!(start(&mut fixture, false), Label(3), "the range begins behind it");
}

#[test]
fn inserted_code_can_have_a_handler_that_is_asked_first() {
    let mut fixture = fixture();
    let mut code = fixture.edited(|edit| {
        edit.add_handler(Label(0), Label(6), 0, vec![plain(Op::Athrow)]);
    });
    let mut edit = CodeEdit::new(&code);
    let [start, end, handler, next] = [(); 4].map(|()| edit.new_label());
    edit.before(Label(2), vec![Item::Bind(start), plain(Op::Nop), Item::Bind(end)]);
    let aside = [branch(Op::Goto, next), Item::Bind(handler), load(0), plain(Op::Pop)];
    edit.before(Label(3), [&aside[..], &[plain(Op::Athrow), Item::Bind(next)]].concat());
    edit.guard(start, end, handler);
    code = edit.finish(&mut fixture.pool, &fixture.context).unwrap();
    let listing = fixture.listing(&code);
    let handlers = "catch anything in 4..5 -> 11\ncatch anything in 0..19 -> 19\n";
    assert!(listing.ends_with(handlers), "{listing}");
    assert_eq!(frame_positions(&code), [0, 11, 14, 17, 19]);
    assert_eq!(code.max_stack, 3, "the exception is under what the handler pushes");
}

#[test]
fn what_is_inserted_at_a_monitor_has_the_line_that_follows() {
    let mut fixture = fixture();
    let mut code = fixture.countdown();
    let name = fixture.pool.add_text("LineNumberTable").unwrap();
    let info = Info::LineNumberTable(vec![(Label(0), 5), (Label(1), 6), (Label(2), 7)]);
    code.attributes.push(Attribute { name, info });
    let mut edit = CodeEdit::new(&code);
    edit.at_entry(nops(1));
    edit.after_within(Label(0), nops(1));
    edit.after(Label(1), nops(1));
    code = edit.finish(&mut fixture.pool, &fixture.context).unwrap();
    let lines = code.attributes.iter().find_map(|attribute| match &attribute.info {
        Info::LineNumberTable(lines) => Some(lines.as_slice()),
        _ => None,
    });
    assert_eq!(lines.unwrap(), [(Label(0), 5), (Label(2), 6), (Label(5), 7)]);
}

#[test]
fn operands_must_fit_their_form() {
    let mut fixture = fixture();
    for (insn, expected) in [
        (Insn::Ldc { op: Op::Ldc, index: 835 }, "835 does not fit the short form of ldc"),
        (
            Insn::Iinc { index: 0, delta: 1000, wide: false },
            "1000 does not fit the short form of iinc",
        ),
        (Insn::Push { op: Op::Bipush, value: 200 }, "200 does not fit the short form of bipush"),
    ] {
        let mut class = redflag_classfile::ClassFile {
            minor: 0,
            major: 49,
            pool: fixture.pool.clone(),
            flags: Flags::PUBLIC,
            this_class: fixture.context.this_class,
            super_class: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        let mut code = fixture.countdown();
        code.insns[0] = insn;
        class.add_method(Flags::STATIC, "f", "(I)I", Some(code)).unwrap();
        assert_eq!(class.write().unwrap_err().to_string(), expected);
    }
    assert_eq!(Insn::ldc(835), Insn::Ldc { op: Op::LdcW, index: 835 });
    assert_eq!(Insn::iinc(0, 1000), Insn::Iinc { index: 0, delta: 1000, wide: true });
}

/// A `Code` attribute of `count` times `nop` and a `return`, with a stack map as given.
fn raw_code(pool: &mut ConstantPool<'_>, count: u16, max_locals: u16, map: &[u8]) -> Vec<u8> {
    let name = pool.add_text("StackMapTable").unwrap();
    let mut bytes = vec![0, 1];
    bytes.extend(max_locals.to_be_bytes());
    bytes.extend(u32::from(count + 1).to_be_bytes());
    bytes.extend(std::iter::repeat_n(Op::Nop.byte(), usize::from(count)));
    bytes.push(Op::Return.byte());
    bytes.extend([0, 0, 0, 1]);
    bytes.extend(name.to_be_bytes());
    bytes.extend((map.len() as u32).to_be_bytes());
    bytes.extend(map);
    bytes
}

#[test]
fn a_frame_cannot_speak_of_the_end_of_the_code() {
    let mut pool = fixture().pool;
    // One frame at 0 with one stack item: what the `new` at 2, the end, made.
    let bytes = raw_code(&mut pool, 1, 1, &[0, 1, 64, 8, 0, 2]);
    let error = Code::read_later(&bytes, 0, &pool, (61, 0)).unwrap_err();
    assert_eq!(error.message(), "code position 2 is the end of the code");
}

#[test]
fn stack_maps_that_mean_harm_are_a_limit() {
    let mut fixture = fixture();
    fixture.context.descriptor = fixture.pool.add_text("()V").unwrap();
    // A frame with 60,000 locals, and 60,000 frames that are the same.
    let mut map = 60_000u16.to_be_bytes().to_vec();
    map.extend([255, 0, 0]);
    map.extend(60_000u16.to_be_bytes());
    map.extend(std::iter::repeat_n(1, 60_000));
    map.extend([0, 0]);
    map.extend(std::iter::repeat_n(0, 59_999));
    let bytes = raw_code(&mut fixture.pool, 60_000, 65_000, &map);
    let pool = fixture.pool.clone();
    let code = Code::read_later(&bytes, 0, &pool, (61, 0)).unwrap();
    let mut edit = CodeEdit::new(&code);
    edit.live_local(LocalType::Int).unwrap();
    let error = edit.finish(&mut pool.clone(), &fixture.context).unwrap_err();
    assert_eq!(error.to_string(), "the stack maps are too large to be edited");
    assert!(error.is_limit());
}

#[test]
fn frames_that_come_to_stand_at_one_place_are_one() {
    let mut fixture = fixture();
    let code = assemble(&mut fixture.pool, &fixture.context, |edit, _| {
        let (first, second) = (edit.new_label(), edit.new_label());
        Ok(vec![
            load(0),
            branch(Op::Ifeq, first),
            load(0),
            branch(Op::Ifeq, second),
            Item::Bind(first),
            plain(Op::Nop),
            Item::Bind(second),
            load(0),
            plain(Op::Ireturn),
        ])
    })
    .unwrap();
    assert_eq!(frame_positions(&code), [8, 9]);
    let mut edit = CodeEdit::new(&code);
    edit.replace(Label(4), Vec::new());
    let code = edit.finish(&mut fixture.pool, &fixture.context).unwrap();
    assert_eq!(frame_positions(&code), [8]);
}

#[test]
fn the_oldest_class_files_have_room_for_255_slots() {
    let mut fixture = fixture();
    let code = fixture.countdown();
    fixture.context.major = 45;
    for (minor, is_refused) in [(2, true), (3, false)] {
        fixture.context.minor = minor;
        let mut edit = CodeEdit::new(&code);
        edit.scratch_local(300).unwrap();
        edit.before(Label(0), nops(1));
        let result = edit.finish(&mut fixture.pool, &fixture.context);
        assert_eq!(result.is_err_and(|error| error.is_limit()), is_refused);
    }
}
