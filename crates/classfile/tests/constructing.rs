//! Which `new` belongs to which constructor call, and whether the object is then on top of the stack.

use redflag_classfile::edit::{Item, MethodContext, assemble};
use redflag_classfile::{Code, ConstantPool, Flags, Info, Insn, Op, constructions};

/// A method `static void f(int)` that is to make objects.
struct Fixture {
    pool: ConstantPool<'static>,
    context: MethodContext,
}

fn fixture() -> Fixture {
    let mut pool = ConstantPool::new();
    let this_class = pool.add_class(b"com/acme/Account").unwrap();
    let name = pool.add_text("f").unwrap();
    let descriptor = pool.add_text("(I)V").unwrap();
    let flags = Flags::STATIC;
    Fixture {
        pool,
        context: MethodContext { major: 61, minor: 0, this_class, flags, name, descriptor },
    }
}

impl Fixture {
    fn making(&mut self) -> Item {
        let index = self.pool.add_class(b"A").unwrap();
        Insn::Type { op: Op::New, index }.into()
    }

    fn init(&mut self, descriptor: &str) -> Item {
        let index = self.pool.add_method(b"A", b"<init>", descriptor.as_bytes()).unwrap();
        Insn::Invoke { op: Op::Invokespecial, index }.into()
    }

    fn code(&mut self, items: Vec<Item>) -> Code<'static> {
        assemble(&mut self.pool, &self.context, |_, _| Ok(items)).unwrap()
    }

    /// The instructions of each `new` and its constructor's call.
    fn found(&self, code: &Code<'_>) -> Vec<(u32, u32)> {
        let found = constructions(code, &self.pool, &self.context);
        found.iter().map(|found| (found.made.0, found.constructed.0)).collect()
    }
}

fn plain(op: Op) -> Item {
    Insn::Plain(op).into()
}

fn local(op: Op) -> Item {
    Insn::local(op, 0).into()
}

#[test]
fn arguments_may_be_made_too() {
    let mut fixture = fixture();
    let (new, empty, init) = (fixture.making(), fixture.init("()V"), fixture.init("(JLA;)V"));
    let dup = || plain(Op::Dup);
    let inner = [new.clone(), dup(), empty];
    let outer = [new, dup(), plain(Op::Lconst0)];
    let mut items = [outer, inner].concat();
    items.extend([init, plain(Op::Pop), plain(Op::Return)]);
    let code = fixture.code(items);
    assert_eq!(fixture.found(&code), [(3, 5), (0, 6)]);
}

/// `new A(x == 0 ? 1 : 2)`
fn branching(fixture: &mut Fixture) -> Code<'static> {
    let (new, init) = (fixture.making(), fixture.init("(I)V"));
    assemble(&mut fixture.pool, &fixture.context, |edit, _| {
        let (zero, done) = (edit.new_label(), edit.new_label());
        let branch = |op, target| Item::from(Insn::Branch { op, target });
        Ok(vec![
            new,
            plain(Op::Dup),
            local(Op::Iload),
            branch(Op::Ifeq, zero),
            plain(Op::Iconst2),
            branch(Op::Goto, done),
            Item::Bind(zero),
            plain(Op::Iconst1),
            Item::Bind(done),
            init,
            plain(Op::Pop),
            plain(Op::Return),
        ])
    })
    .unwrap()
}

#[test]
fn arguments_may_branch_where_there_are_frames() {
    let mut fixture = fixture();
    let mut code = branching(&mut fixture);
    assert_eq!(fixture.found(&code), [(0, 7)]);
    code.attributes.retain(|attribute| !matches!(attribute.info, Info::StackMapTable(_)));
    assert_eq!(fixture.found(&code), []);
}

#[test]
fn the_object_must_be_on_top() {
    let mut fixture = fixture();
    let (new, init) = (fixture.making(), fixture.init("()V"));
    // Nothing is left on the stack.
    let code = fixture.code(vec![new.clone(), init.clone(), plain(Op::Return)]);
    assert_eq!(fixture.found(&code), []);
    // Kept in a variable.
    let code = fixture.code(vec![
        new.clone(),
        local(Op::Astore),
        local(Op::Aload),
        init.clone(),
        plain(Op::Return),
    ]);
    assert_eq!(fixture.found(&code), []);
    // Something else is on top.
    let code = fixture.code(vec![
        new.clone(),
        plain(Op::Dup),
        plain(Op::Iconst0),
        plain(Op::Swap),
        init.clone(),
        plain(Op::Pop2),
        plain(Op::Return),
    ]);
    assert_eq!(fixture.found(&code), []);
    // Of two objects the first to be constructed has another one below it.
    let code = fixture.code(vec![
        new.clone(),
        new,
        plain(Op::DupX1),
        plain(Op::Swap),
        init.clone(),
        init,
        plain(Op::Pop),
        plain(Op::Return),
    ]);
    assert_eq!(fixture.found(&code), [(1, 5)]);
}

#[test]
fn other_calls_of_constructors_are_none() {
    let mut fixture = fixture();
    fixture.context.flags = Flags(0);
    fixture.context.name = fixture.pool.add_text("<init>").unwrap();
    let init = fixture.init("()V");
    // super()
    let code = fixture.code(vec![local(Op::Aload), plain(Op::Dup), init, plain(Op::Return)]);
    assert_eq!(fixture.found(&code), []);
}
