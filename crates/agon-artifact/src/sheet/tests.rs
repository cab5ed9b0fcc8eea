use super::*;
use crate::testing::{mark, torture};
use std::io::Write;

#[test]
fn sheets_widen() {
    let mut sheet = Sheet::default();
    sheet.push(&mut vec![Cell::Number(1.0)]).unwrap();
    sheet.push(&mut vec![Cell::Number(2.0), Cell::Number(3.0)]).unwrap();
    sheet.push(&mut vec![]).unwrap();
    assert_eq!((sheet.rows(), sheet.width), (3, 2));
    assert_eq!(sheet.row(0), [Cell::Number(1.0), Cell::Empty]);
    assert_eq!(sheet.cell(1, 1), &Cell::Number(3.0));
    assert!(sheet.push(&mut vec![Cell::Empty; MOST_COLUMNS + 1]).is_err());
}

#[test]
fn addresses_and_dates() {
    assert_eq!(address("B4"), Some((3, 1)));
    assert_eq!(address("aa10"), Some((9, 26)));
    assert_eq!(address("4B"), None);
    assert_eq!(address("B0"), None);
    assert_eq!(Cell::text("2024-01-05T00:00:00").written(), "2024-01-05");
    assert_eq!(Cell::text("2024-01-05 00:00:01").written(), "2024-01-05 00:00:01");
}

fn zipped(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook of the sheets `Data`, with these cells, and `Empty`.
fn xlsx(cells: &str) -> Vec<u8> {
    let sheet = format!(
        r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>{cells}</sheetData></worksheet>"#
    );
    zipped(&[
        ("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#),
        (
            "_rels/.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId2"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>"#,
        ),
        (
            "xl/sharedStrings.xml",
            r#"<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>name</t></si><si><r><t>Bo</t></r><r><t>lt</t></r></si></sst>"#,
        ),
        (
            "xl/styles.xml",
            r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#,
        ),
        ("xl/worksheets/sheet1.xml", &sheet),
        (
            "xl/worksheets/sheet2.xml",
            r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>"#,
        ),
    ])
}

fn ods(rows: &str) -> Vec<u8> {
    let content = format!(
        r#"<office:document-content xmlns:office="{}" xmlns:table="{}" xmlns:text="{}"><office:body><office:spreadsheet><table:table table:name="Data">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"#,
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
        "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    );
    zipped(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)])
}

const XLSX_CELLS: &str = r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>price</t></is></c><c r="C1" t="str"><v>day</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><f>1+1.5</f><v>2.5</v></c><c r="C3" s="1"><v>45296</v></c><c r="D3" t="b"><v>1</v></c></row>"#;
const ODS_ROWS: &str = r#"<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>price</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>day</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16381"/></table:table-row><table:table-row><table:table-cell/></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>Bo<text:span>lt</text:span></text:p></table:table-cell><table:table-cell office:value-type="currency" office:value="2.5"><text:p>2,50 €</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2024-01-05"><text:p>5.1.24</text:p></table:table-cell><table:table-cell office:value-type="boolean" office:boolean-value="true"/></table:table-row><table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#;

#[test]
fn workbooks_are_read() {
    for sheet in
        [super::read(&xlsx(XLSX_CELLS), SheetFormat::Xlsx, None), super::read(&ods(ODS_ROWS), SheetFormat::Ods, Some("data"))]
    {
        let sheet = sheet.unwrap();
        assert_eq!((sheet.rows(), sheet.width), (3, 4));
        assert_eq!(sheet.row(0), [Cell::text("name"), Cell::text("price"), Cell::text("day"), Cell::Empty]);
        assert_eq!(sheet.row(2), [Cell::text("Bolt"), Cell::Number(2.5), Cell::text("2024-01-05"), Cell::Bool(true)]);
    }
    let low = super::read(&xlsx(r#"<row r="3"><c r="B3"><v>7</v></c></row>"#), SheetFormat::Xlsx, None).unwrap();
    assert_eq!((low.rows(), low.cell(2, 1)), (3, &Cell::Number(7.0)));
    let missing = super::read(&xlsx(XLSX_CELLS), SheetFormat::Xlsx, Some("Other")).unwrap_err();
    assert_eq!(missing.to_string(), "has no sheet `Other`");
    let settings =
        "mode = 'values'\nfile = 'b.xlsx'\nfields = [{ path = 'Data!B3', value = 2.5 }, { path = 'A3', value = 'bolt' }]";
    assert_eq!(mark(settings, "b.xlsx", &xlsx(XLSX_CELLS)).score, 1.0);
}

#[test]
fn hostile_workbooks_are_refused() {
    let corners = xlsx(r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#);
    let wide = ods(
        r#"<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row>"#,
    );
    let endless = ods(
        r#"<table:table-row table:number-rows-repeated="18446744073709551615"><table:table-cell office:value-type="float" office:value="1"/></table:table-row>"#,
    );
    let bomb = zipped(&[("xl/workbook.xml", &" ".repeat(300 << 20))]);
    let laughs = zipped(&[("content.xml", "<!DOCTYPE a [<!ENTITY a 'b'>]><a>&a;</a>")]);
    for (bytes, format) in [
        (corners, SheetFormat::Xlsx),
        (wide, SheetFormat::Ods),
        (endless, SheetFormat::Ods),
        (bomb, SheetFormat::Xlsx),
        (laughs, SheetFormat::Ods),
        (b"PK\x03\x04".to_vec(), SheetFormat::Xlsx),
    ] {
        assert!(super::read(&bytes, format, None).is_err());
    }
}

#[test]
fn damaged_workbooks_never_panic() {
    for (path, file) in [
        ("t.xlsx", xlsx(XLSX_CELLS)),
        ("t.ods", ods(ODS_ROWS)),
        ("t.csv", b"name,price\n\"a\nb\",2\n".to_vec()),
        ("t.json", br#"[{"name": "a", "price": 1.5}]"#.to_vec()),
    ] {
        let settings = format!("mode = 'table'\nfile = '{path}'\nrows = [{{ name = 'Bolt', price = 2.5 }}]\nkey = ['name']");
        torture(&settings, path, &file, &[]);
    }
}
