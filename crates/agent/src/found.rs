//! A race as the runtime tells of it, turned into an entry of the result.

use redflag_artifact::{Access, Evidence, Location, LocationKind, Op, Race};
use redflag_instrument::ClassRole;
use redflag_instrument::records::Site;

use crate::session::{Found, Session};

/// What the runtime says of a race. What is not known is `None`.
pub struct Told {
    /// The field's key; negative for an element of an array.
    pub key: i32,
    pub array_type: Option<String>,
    pub elements: Elements,
    /// The number of the `new` that made the object; 0 if that is not known.
    pub origin: u32,
    pub sides: [Side; 2],
}

/// Those of an array from the first to the last index that are so far apart.
pub struct Elements {
    pub first: i64,
    pub last: i64,
    pub stride: i32,
}

impl Elements {
    /// `3`, `[0..8)`, or `[0..8:2)` for every other one.
    fn text(&self) -> String {
        let Elements { first, last, stride } = *self;
        match stride {
            _ if first == last => first.to_string(),
            1 => format!("[{first}..{})", last + 1),
            _ => format!("[{first}..{}:{stride})", last + 1),
        }
    }
}

pub struct Side {
    pub site: u32,
    pub is_write: bool,
    pub thread: Option<String>,
    pub stack: Option<Vec<String>>,
    pub created_at: Option<Vec<String>>,
    pub locks: Option<Vec<String>>,
}

/// The entry; `None` if the numbers mean nothing here.
pub fn race(session: &Session, told: Told) -> Option<Found> {
    let location = location(session, &told)?;
    let pair = {
        let of = |side: &Side| (i64::from(side.site), i64::from(side.is_write));
        let mut sides = [of(&told.sides[0]), of(&told.sides[1])];
        sides.sort_unstable();
        (i64::from(told.key), sides[0].0, sides[0].1, sides[1].0, sides[1].1)
    };
    let [one, other] = told.sides;
    let accesses = [access(session, one)?, access(session, other)?];
    Some(Found { pair, race: Race::new(Evidence::Observed, location, accesses) })
}

fn location(session: &Session, told: &Told) -> Option<Location> {
    let Ok(key) = u32::try_from(told.key) else {
        let class = told.array_type.clone()?;
        let element = class.strip_suffix("[]").unwrap_or(&class);
        return Some(Location {
            kind: LocationKind::Array,
            descriptor: Some(descriptor_of(element)),
            class,
            name: None,
            index: Some(told.elements.text()),
            allocated_at: None,
        });
    };
    let field = session.field(key)?;
    Some(Location {
        kind: if field.is_static { LocationKind::Static } else { LocationKind::Field },
        class: field.class.replace('/', "."),
        name: Some(field.name),
        descriptor: Some(field.descriptor),
        index: None,
        allocated_at: session.origin(told.origin),
    })
}

/// Whether two entries are about the same pair of lines and the same location: reading and
/// writing it on one line is one mistake.
pub fn is_same_pair(one: &Race, other: &Race) -> bool {
    let lines = |race: &Race| {
        let mut places = [race.accesses[0].place(), race.accesses[1].place()];
        places.sort();
        places
    };
    let what = |race: &Race| (race.location.class.clone(), race.location.name.clone());
    what(one) == what(other) && lines(one) == lines(other)
}

fn access(session: &Session, side: Side) -> Option<Access> {
    let mut site = session.site(side.site)?;
    if session.universe.role(&site.class) == ClassRole::Observed {
        move_to_program(session, &mut site, side.stack.as_deref().unwrap_or_default());
    }
    let mut stack = side.stack.unwrap_or_default();
    stack.drain(..frames_of_library(session, &site, &stack));
    if site.is_of_span {
        show_access(&site, &mut stack);
    }
    let Site { class, method, descriptor, file, line, nth, .. } = site;
    Some(Access {
        op: if side.is_write { Op::Write } else { Op::Read },
        thread: side.thread,
        class: class.replace('/', "."),
        method,
        descriptor,
        file,
        line,
        nth: Some(nth),
        stack,
        locks: side.locks,
        thread_created_at: side.created_at.unwrap_or_default(),
    })
}

/// How many frames stand above the access where it was made through the library.
fn frames_of_library(session: &Session, site: &Site, stack: &[String]) -> usize {
    let of_library = |frame: &String| {
        parse_frame(frame)
            .is_none_or(|(class, ..)| session.universe.is_of_jdk(&class.replace('.', "/")))
    };
    let above = stack.iter().take_while(|frame| of_library(frame)).count();
    let at = stack.get(above).and_then(|frame| parse_frame(frame));
    let is_site = at.is_some_and(|(class, method, _, line)| {
        class.replace('.', "/") == site.class && method == site.method && line == site.line
    });
    if is_site { above } else { 0 }
}

/// A stack from the end of a loop becomes that of the access in it.
fn show_access(site: &Site, stack: &mut [String]) {
    let Some(frame) = stack.first_mut() else { return };
    let is_loop = parse_frame(frame).is_some_and(|(class, method, _, line)| {
        class.replace('.', "/") == site.class && method == site.method && line.is_some()
    });
    if let (true, Some(line), Some(colon)) = (is_loop, site.line, frame.rfind(':')) {
        frame.replace_range(colon.., &format!(":{line})"));
    }
}

/// What the JDK does for the program is done where the program calls it.
fn move_to_program(session: &Session, site: &mut Site, stack: &[String]) {
    for frame in stack {
        let Some((class, method, file, line)) = parse_frame(frame) else { continue };
        if session.universe.role(&class.replace('.', "/")) != ClassRole::Checked {
            continue;
        }
        site.class = class.to_owned();
        site.method = method.to_owned();
        site.descriptor = String::new();
        site.file = file.map(str::to_owned);
        site.line = line;
        return;
    }
}

/// `app//module@version/com.acme.Account.deposit(Account.java:12)`: class, method, file and line.
fn parse_frame(frame: &str) -> Option<(&str, &str, Option<&str>, Option<u32>)> {
    let (place, source) = frame.strip_suffix(')')?.split_once('(')?;
    let place = place.rsplit_once('/').map_or(place, |(_, place)| place);
    let (class, method) = place.rsplit_once('.')?;
    let (file, line) = match source.split_once(':') {
        Some((file, line)) => (Some(file), line.parse().ok()),
        None => (source.contains('.').then_some(source), None),
    };
    Some((class, method, file, line))
}

/// The descriptor of a type by its name in Java: `int[]`, `java.lang.String`.
fn descriptor_of(name: &str) -> String {
    match name {
        "boolean" => "Z".to_owned(),
        "byte" => "B".to_owned(),
        "char" => "C".to_owned(),
        "short" => "S".to_owned(),
        "int" => "I".to_owned(),
        "long" => "J".to_owned(),
        "float" => "F".to_owned(),
        "double" => "D".to_owned(),
        _ => match name.strip_suffix("[]") {
            Some(element) => format!("[{}", descriptor_of(element)),
            None => format!("L{};", name.replace('.', "/")),
        },
    }
}
