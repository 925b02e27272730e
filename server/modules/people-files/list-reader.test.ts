import writeXlsx from 'write-excel-file/node'
import { expect, test, vi } from 'vitest'
import {
  deflatedEntry,
  peopleSheetXml,
  worksheetXml,
  textCellXml,
  buildWorkbook,
} from '#tests/support/xlsx-files.ts'
import { readInProcess, readInSandbox } from '#tests/support/user-lists.ts'

test('a CSV file is read with spreadsheet line numbers', async () => {
  expect(
    await readInProcess(
      'Email,First name\nada@example.test,Ada\n\n , \nbob@example.test,"Bob\nthe ""builder"""\nlast@example.test,Z\n',
    ),
  ).toEqual({
    header: ['Email', 'First name'],
    fields: ['email', 'first_name'],
    lines: [2, 5, 6],
    cells: [
      '{"ada@example.test","Ada"}',
      String.raw`{"bob@example.test","Bob` + '\n' + String.raw`the \"builder\""}`,
      '{"last@example.test","Z"}',
    ],
  })
})

test('accents that are characters of their own join their letters', async () => {
  const file = 'Email,First name,Department\njose@example.test,Jose\u0301,Cafe\u0301'
  expect(await readInProcess(file)).toMatchObject({
    cells: ['{"jose@example.test","Jos\u00e9","Caf\u00e9"}'],
  })
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада')],
  [
    'UTF-16 LE with a byte order mark',
    Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада', 'utf16le'),
  ],
  [
    'UTF-16 BE with a byte order mark',
    Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада', 'utf16le').swap16(),
  ],
  [
    'UTF-16 LE without a byte order mark',
    Buffer.from('Почта;Имя\nada@example.test;Ада', 'utf16le'),
  ],
  [
    'windows-1251',
    Buffer.concat([
      Buffer.from([0xcf, 0xee, 0xf7, 0xf2, 0xe0, 0x3b, 0xc8, 0xec, 0xff, 0x0a]),
      Buffer.from('ada@example.test;'),
      Buffer.from([0xc0, 0xe4, 0xe0]),
    ]),
  ],
  ['tabs', Buffer.from('Почта\tИмя\r\nada@example.test\tАда\r\n')],
  ['bars', Buffer.from('Почта|Имя\rada@example.test|Ада')],
  ['a file that names its delimiter', Buffer.from('sep=;\nПочта;Имя\nada@example.test;Ада')],
])('%s is read', async (_, file) => {
  expect(await readInProcess(file)).toMatchObject({
    header: ['Почта', 'Имя'],
    fields: ['email', 'first_name'],
    cells: ['{"ada@example.test","Ада"}'],
  })
})

test('Latin-1 text, uneven rows and long cells are normalized', async () => {
  expect(
    (await readInProcess(Buffer.from('email;nombre\nana@example.test;Ana Peña', 'latin1'))).cells,
  ).toEqual(['{"ana@example.test","Ana Peña"}'])
  expect((await readInProcess('email,a,b\nx@example.test\ny@example.test,1,2,3')).cells).toEqual([
    '{"x@example.test","","",""}',
    '{"y@example.test","1","2","3"}',
  ])
  const { cells } = await readInProcess(
    Buffer.from(`\uFEFFemail,a\nx@example.test,a\ud800b${'y'.repeat(400)}`, 'utf16le'),
  )
  expect(cells[0]).toBe(`{"x@example.test","a\uFFFDb${'y'.repeat(297)}"}`)
})

test('headers are recognized in five languages', async () => {
  const row = 'ada@example.test,Ada,King,Engineer,1990-12-10,2024-03-01,38'
  const fields = async (header: string, cells = row) =>
    (await readInProcess(`${header}\n${cells}`)).fields
  const all = ['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date', 'ignore']
  for (const header of [
    'E-Mail Address,Given name,Surname,Job title,Date of birth,Start date,Shoe size',
    'Correo electrónico,Nombre,Apellidos,Puesto,Fecha de nacimiento,Fecha de ingreso,x',
    'Endereço de e-mail,Nome,Sobrenome,Cargo,Data de nascimento,Data de admissão,x',
    'Электронная почта,Имя,Фамилия,Должность,Дата рождения,Дата приёма,x',
    'Пошта,Імʼя,Прізвище,Посада,Дата народження,Дата прийняття,x',
  ])
    expect(await fields(header)).toEqual(all)
  expect(
    await fields('Full name,Work email,Private email', 'Ada King,ada@work.test,ada@home.test'),
  ).toEqual(['full_name', 'email', 'ignore'])
  expect(await fields('ФИО,e-mail', 'Кинг Ада,ada@work.test')).toEqual(['full_name', 'email'])
})

test('a list without a header is recognized by its content', async () => {
  expect(await readInProcess('Ada,ada@example.test\nBob,bob@example.test')).toMatchObject({
    header: ['', ''],
    fields: ['ignore', 'email'],
    lines: [1, 2],
  })
  expect(await readInProcess('who,where\nAda,ada@example.test')).toMatchObject({
    fields: ['ignore', 'email'],
  })
  expect(await readInProcess('ada@example.test')).toMatchObject({ fields: ['email'], lines: [1] })
})

test('XLSX is detected by content and its dates become ISO days', async () => {
  const sheet = [
    ['Email', 'Birth date', 'Number'].map((value) => ({ value })),
    [
      { value: 'ada@example.test' },
      { value: new Date(Date.UTC(1990, 2, 4)), type: Date, format: 'dd.mm.yyyy' },
      { value: 7 },
    ],
  ]
  const file = await writeXlsx(sheet as never).toBuffer()
  expect(await readInProcess(file)).toEqual({
    header: ['Email', 'Birth date', 'Number'],
    fields: ['email', 'birth_date', 'ignore'],
    lines: [2],
    cells: ['{"ada@example.test","1990-03-04","7"}'],
  })
})

test('empty distant cells are ignored', async () => {
  const { lines, cells } = await readInProcess(
    buildWorkbook(
      peopleSheetXml(
        `<row r="3"><c r="XFD3" s="1"/><c r="XFE3"></c></row><row r="1000">${textCellXml('A1000', 'bob@example.test')}</row><row r="1048576"/>`,
      ),
    ),
  )
  expect([lines, cells]).toEqual([
    [2, 1_000],
    ['{"ada@example.test"}', '{"bob@example.test"}'],
  ])
})

test('only the first sheet of a workbook is read', async () => {
  const far = deflatedEntry(
    'xl/worksheets/sheet2.xml',
    worksheetXml('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
  )
  expect((await readInProcess(buildWorkbook(peopleSheetXml(), { others: [far] }))).cells).toEqual([
    '{"ada@example.test"}',
  ])
})

test('a large workbook is read by a machine that needs long for each part of it', async () => {
  let now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 20))
  const rows = Array.from(
    { length: 5_000 },
    (_, n) => `<row r="${n + 1}">${textCellXml(`A${n + 1}`, `person${n}@example.test`)}</row>`,
  ).join('')
  try {
    expect((await readInProcess(buildWorkbook(worksheetXml(rows)))).lines).toHaveLength(5_000)
  } finally {
    vi.restoreAllMocks()
  }
})

test('a workbook of 100,000 people stays within the sandbox limits', async () => {
  const rows = Array.from(
    { length: 100_000 },
    (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>${n}</v></c></row>`,
  ).join('')
  const texts = Array.from(
    { length: 100_000 },
    (_, n) => `<si><t>person${n}@example.test</t></si>`,
  ).join('')
  expect(
    (
      await readInSandbox(
        buildWorkbook(worksheetXml(rows), { sharedStrings: `<sst>${texts}</sst>` }),
      )
    ).lines,
  ).toHaveLength(100_000)
})
