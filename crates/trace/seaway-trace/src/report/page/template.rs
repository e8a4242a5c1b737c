// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fills values into the page. Whatever a name contains, it stays text.

/// Replaces each `{{name}}` of the template; values are not scanned again, so they may contain braces.
pub(in crate::report) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let length: usize = values.iter().map(|(_, value)| value.len()).sum();
    let mut page = String::with_capacity(template.len() + length * 2);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("templates close their braces");
        let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        page.push_str(before);
        page.push_str(value.expect("every name in a template has a value"));
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Text between tags or in an attribute.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            character => escaped.push(character),
        }
    }
    escaped
}

/// JSON inside a script: `</script>` and `<!--` would end it. In JSON, `<` only occurs in strings.
pub(in crate::report) fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_filled_again() {
        assert_eq!(fill("a {{x}} b {{y}}", &[("x", "{{y}}"), ("y", "2")]), "a {{y}} b 2");
    }

    #[test]
    fn names_cannot_escape_into_markup() {
        assert_eq!(escape("<b>\"'&"), "&lt;b&gt;&quot;&#39;&amp;");
        assert_eq!(in_script("\"</script><!--\""), "\"\\u003c/script>\\u003c!--\"");
    }
}
