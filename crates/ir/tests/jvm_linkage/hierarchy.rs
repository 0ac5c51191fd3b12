//! Small hierarchies of classes and interfaces in a few packages, in which members of one name
//! override, hide and conflict in every way, and uses of those members.

use std::fmt;

use redflag_classfile::Flags;
use redflag_ir::body::InvokeKind;

use crate::random::Random;

pub const STRING: &str = "Ljava/lang/String;";
pub const OBJECT: &str = "Ljava/lang/Object;";

pub struct Hierarchy {
    /// Superclasses and superinterfaces come first.
    pub types: Vec<Type>,
    pub packages: Vec<String>,
    pub uses: Vec<Use>,
}

pub struct Type {
    /// `h12/p0/T3`
    pub name: String,
    pub package: usize,
    pub flags: Flags,
    /// `None` for `java/lang/Object`.
    pub super_class: Option<usize>,
    pub interfaces: Vec<usize>,
    pub methods: Vec<Member>,
    pub fields: Vec<Member>,
}

pub struct Member {
    pub name: &'static str,
    pub descriptor: String,
    pub flags: Flags,
}

/// A call or field access in code.
pub struct Use {
    pub from: From,
    pub what: What,
    /// The type that the reference names.
    pub named: usize,
    pub name: &'static str,
    pub descriptor: String,
    /// The class of the object that is made for it.
    pub receiver: usize,
}

/// Whose code it is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// A class outside the hierarchy, one in each of its packages.
    EveryPackage,
    /// The type itself.
    Type(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The flag says which kind of constant the reference is: of an interface, or of a class.
    Call(InvokeKind, bool),
    GetStatic,
    GetField,
}

impl Type {
    pub fn is_interface(&self) -> bool {
        self.flags.has(Flags::INTERFACE)
    }
}

/// What a hierarchy is mostly about, in percent.
#[derive(Clone, Copy)]
struct Taste {
    /// Types that are interfaces.
    interfaces: usize,
    /// Uses that call through an interface.
    interface_calls: usize,
    /// Types that declare the method.
    methods: usize,
    /// Classes that extend the class before them.
    chains: usize,
    /// The weight of package-private methods, beside 65 for all others.
    package_private: usize,
}

/// Default methods and their conflicts; overriding between packages; and a little of each.
const TASTES: [Taste; 3] = [
    Taste { interfaces: 50, interface_calls: 40, methods: 60, chains: 60, package_private: 20 },
    Taste { interfaces: 5, interface_calls: 3, methods: 85, chains: 95, package_private: 100 },
    Taste { interfaces: 30, interface_calls: 25, methods: 65, chains: 70, package_private: 35 },
];

pub fn generate(number: usize, random: &mut Random) -> Hierarchy {
    let packages = (0..1 + random.below(3)).map(|at| format!("h{number}/p{at}")).collect();
    let mut hierarchy = Hierarchy { types: Vec::new(), packages, uses: Vec::new() };
    // A method of java/lang/Object's name meets rules of its own.
    let method = *random.pick(&["m", "m", "m", "m", "toString"]);
    let taste = *random.pick(&TASTES);
    let wanted = 3 + random.below(7);
    while hierarchy.types.len() < wanted {
        let next = generate_type(&hierarchy, method, &taste, random);
        hierarchy.types.push(next);
        if is_beyond_hotspot(&hierarchy.types) {
            hierarchy.types.pop();
        }
    }
    for _ in 0..30 {
        let next = generate_use(&hierarchy, method, &taste, random);
        hierarchy.uses.extend(next);
    }
    hierarchy
}

fn generate_type(
    so_far: &Hierarchy,
    method: &'static str,
    taste: &Taste,
    random: &mut Random,
) -> Type {
    let at = so_far.types.len();
    let is_interface = random.percent(taste.interfaces);
    let of_kind = |interface: bool| -> Vec<usize> {
        (0..at).filter(|&at| so_far.types[at].is_interface() == interface).collect()
    };
    let (classes, mut interfaces) = (of_kind(false), of_kind(true));
    let super_class = match !is_interface && !classes.is_empty() && random.percent(80) {
        // Mostly the latest class, so that chains get long.
        true if random.percent(taste.chains) => classes.last().copied(),
        true => Some(*random.pick(&classes)),
        false => None,
    };
    let wanted = random.weighted(&[(25, 0), (35, 1), (25, 2), (15, 3)]);
    while interfaces.len() > wanted {
        interfaces.remove(random.below(interfaces.len()));
    }
    if random.percent(50) {
        interfaces.reverse();
    }
    let mut methods = Vec::new();
    let mut fields = Vec::new();
    for descriptor in [STRING, OBJECT] {
        // Members of one name and another type should not matter, so there are only a few.
        let percent = if descriptor == STRING { taste.methods } else { 10 };
        if random.percent(percent) {
            let flags = method_flags(is_interface, taste, random);
            methods.push(Member { name: method, descriptor: format!("(){descriptor}"), flags });
        }
        if random.percent(percent / 2) {
            let flags = field_flags(is_interface, random);
            fields.push(Member { name: "f", descriptor: descriptor.to_owned(), flags });
        }
    }
    let package = random.below(so_far.packages.len());
    let flags = match is_interface {
        true => Flags::PUBLIC.with(Flags::INTERFACE).with(Flags::ABSTRACT),
        // HotSpot lets classes that are not abstract have abstract methods.
        false if random.percent(10) => Flags::PUBLIC.with(Flags::ABSTRACT),
        false => Flags::PUBLIC,
    };
    let name = format!("{}/T{at}", so_far.packages[package]);
    Type { name, package, flags, super_class, interfaces, methods, fields }
}

/// Whether the last type is a class with a private or static method, its own or inherited, that a
/// superinterface declares as one of instances.
///
/// HotSpot 17 to 25 does not follow the specification there, nor itself: it throws an
/// `AbstractMethodError` in place of calling the default method, or the first time only; it
/// overflows its stack; and it crashes when it builds method tables. No compiler makes such classes
/// of sources that it sees together.
fn is_beyond_hotspot(types: &[Type]) -> bool {
    let Some(last) = types.len().checked_sub(1).filter(|&last| !types[last].is_interface()) else {
        return false;
    };
    let is_hidden = |flags: Flags| flags.has(Flags::PRIVATE) || flags.is_static();
    let supertypes = (0..types.len()).filter(|&at| is_subtype(types, last, at));
    let methods: Vec<(bool, &Member)> = supertypes
        .flat_map(|at| {
            types[at].methods.iter().map(move |method| (types[at].is_interface(), method))
        })
        .collect();
    methods.iter().any(|(of_interface, method)| {
        !of_interface
            && is_hidden(method.flags)
            && methods.iter().any(|(of_interface, other)| {
                *of_interface && !is_hidden(other.flags) && other.descriptor == method.descriptor
            })
    })
}

fn method_flags(of_interface: bool, taste: &Taste, random: &mut Random) -> Flags {
    const PACKAGE: Flags = Flags(0);
    let (public, private) = (Flags::PUBLIC, Flags::PRIVATE);
    if of_interface {
        return random.weighted(&[
            (30, public.with(Flags::ABSTRACT)),
            (50, public),
            (10, private),
            (12, public.with(Flags::STATIC)),
            (6, private.with(Flags::STATIC)),
        ]);
    }
    let access = random.weighted(&[
        (35, public),
        (15, Flags::PROTECTED),
        (taste.package_private, PACKAGE),
        (15, private),
    ]);
    match random.below(100) {
        0..10 => access.with(Flags::STATIC),
        10..25 if access != private => access.with(Flags::ABSTRACT),
        _ => access,
    }
}

fn field_flags(of_interface: bool, random: &mut Random) -> Flags {
    if of_interface {
        return Flags::PUBLIC.with(Flags::STATIC).with(Flags::FINAL);
    }
    let access = *random.pick(&[Flags::PUBLIC, Flags::PROTECTED, Flags(0), Flags::PRIVATE]);
    if random.percent(50) { access.with(Flags::STATIC) } else { access }
}

/// Nothing if the choices do not fit each other: there is no object to make.
fn generate_use(
    hierarchy: &Hierarchy,
    method: &'static str,
    taste: &Taste,
    random: &mut Random,
) -> Option<Use> {
    let types = &hierarchy.types;
    let any = |random: &mut Random| random.below(types.len());
    let mut from = From::EveryPackage;
    let result = if random.percent(90) { STRING } else { OBJECT };
    let choice = random.below(100);
    let through_interface = random.percent(taste.interface_calls);
    // Sometimes what is named, or the constant, is of the wrong kind.
    let wants_interface = through_interface != random.percent(8);
    let mut named = any(random);
    for _ in 0..4 {
        if choice < 55 && types[named].is_interface() != wants_interface {
            named = any(random);
        }
    }
    let of_interface = types[named].is_interface() != random.percent(10);
    let what = match choice {
        0..55 if through_interface => What::Call(InvokeKind::Interface, true),
        0..55 => What::Call(InvokeKind::Virtual, false),
        55..65 => What::Call(InvokeKind::Static, of_interface),
        65..85 => {
            let caller = any(random);
            from = From::Type(caller);
            let mut fitting = vec![caller];
            fitting.extend(superclasses(types, caller).skip(1));
            fitting.extend(&types[caller].interfaces);
            named = *random.pick(&fitting);
            What::Call(InvokeKind::Special, types[named].is_interface())
        }
        85..93 => What::GetStatic,
        _ => What::GetField,
    };
    // The verifier asks classes to fit, and nothing of interfaces.
    let must_be = match from {
        From::Type(caller) => caller,
        From::EveryPackage => named,
    };
    let needs_none = matches!(what, What::GetStatic | What::Call(InvokeKind::Static, _));
    let unrelated = what == What::Call(InvokeKind::Interface, true)
        && types[named].is_interface()
        && random.percent(10);
    let receivers: Vec<usize> = (0..types.len())
        .filter(|&at| !types[at].flags.has(Flags::ABSTRACT))
        .filter(|&at| needs_none || unrelated || is_subtype(types, at, must_be))
        .collect();
    let receiver = if receivers.is_empty() { None } else { Some(*random.pick(&receivers)) };
    let (name, descriptor) = match what {
        What::Call(..) => (method, format!("(){result}")),
        What::GetStatic | What::GetField => ("f", result.to_owned()),
    };
    Some(Use { from, what, named, name, descriptor, receiver: receiver? })
}

/// A type and its superclasses.
fn superclasses(types: &[Type], at: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(at), |&at| types[at].super_class)
}

/// As plainly as can be: this must not share a mistake with what is tested.
fn is_subtype(types: &[Type], sub: usize, of: usize) -> bool {
    let mut parents = types[sub].super_class.iter().chain(&types[sub].interfaces);
    sub == of || parents.any(|&parent| is_subtype(types, parent, of))
}

/// For people who look into a difference.
impl fmt::Display for Hierarchy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ty in &self.types {
            let names = |ids: &mut dyn Iterator<Item = &usize>| {
                ids.map(|&at| self.types[at].name.as_str()).collect::<Vec<_>>().join(", ")
            };
            let kind = if ty.is_interface() { "interface" } else { "class" };
            writeln!(
                f,
                "{kind} {} : {} / {}",
                ty.name,
                names(&mut ty.super_class.iter()),
                names(&mut ty.interfaces.iter())
            )?;
            for member in ty.methods.iter().chain(&ty.fields) {
                writeln!(f, "    {}{}{}", words(member.flags), member.name, member.descriptor)?;
            }
        }
        Ok(())
    }
}

fn words(flags: Flags) -> String {
    let known = [
        (Flags::PUBLIC, "public "),
        (Flags::PROTECTED, "protected "),
        (Flags::PRIVATE, "private "),
        (Flags::STATIC, "static "),
        (Flags::ABSTRACT, "abstract "),
    ];
    known.iter().filter(|(flag, _)| flags.has(*flag)).map(|(_, word)| *word).collect()
}
