//! Where the methods of a fixture come from.

use redflag_ir::program::origin::{Member, Origin, origins};
use redflag_ir::program::{MethodId, Program};

use crate::fixture::Fixture;

/// Compares the `origin` headers with what is found; the number of headers.
pub fn check(fixture: &Fixture, problems: &mut Vec<String>) -> usize {
    let headers = fixture.sources.iter().flat_map(|(_, markers)| &markers.headers);
    let headers = headers.filter(|header| header.key == "origin");
    let mut expected: Vec<String> = headers.map(|header| header.values.join(" ")).collect();
    if expected.is_empty() {
        return 0;
    }
    let mut found = Vec::new();
    for &class in &fixture.classes {
        let origins = origins(&fixture.program, class).expect("readable");
        for (method, origin) in fixture.program.class(class).methods().zip(origins) {
            let found_here = describe(&fixture.program, method, origin);
            found.extend(found_here.map(|text| without_lambda_numbers(&text)));
        }
    }
    expected.sort();
    found.sort();
    for missing in expected.iter().filter(|it| !found.contains(it)) {
        problems.push(format!("not found: {missing}"));
    }
    for unexpected in found.iter().filter(|it| !expected.contains(it)) {
        problems.push(format!("not expected: {unexpected}"));
    }
    expected.len()
}

fn describe(program: &Program, method: MethodId, origin: Origin) -> Option<String> {
    let kind = match origin {
        Origin::Plain => return None,
        Origin::Bridge { .. } => "bridge to",
        Origin::Accessor { .. } => "accessor of",
        Origin::DefaultArguments { .. } => "default arguments of",
        Origin::LambdaBody { .. } => "lambda within",
        Origin::RecordAccessor { .. } => "record accessor of",
        Origin::RecordMethod => "record method",
        Origin::EnumMethod => "enum method",
        Origin::Synthetic => "synthetic",
    };
    let mut text = format!("{} {kind}", program.method_name(method));
    if let Some(behind) = origin.behind() {
        text.push(' ');
        text.push_str(&match behind {
            Member::Field(field) => program.field_name(field),
            Member::Method(method) => program.method_name(method),
        });
    }
    Some(text)
}

/// Compilers number lambdas each in its own order.
fn without_lambda_numbers(text: &str) -> String {
    let mut result = String::new();
    for (at, word) in text.split("lambda$").enumerate() {
        let Some((name, rest)) = word.split_once('(').filter(|_| at > 0) else {
            result.push_str(word);
            continue;
        };
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
        result.push_str(&format!("lambda${name}#({rest}"));
    }
    result
}
