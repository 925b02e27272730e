import { deflateRawSync } from 'node:zlib'
import writeXlsx from 'write-excel-file/node'
import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { readPeople } from './read.ts'

type Read = { header: string[]; fields: string[]; lines: number[]; cells: string[] }
async function read(file: Buffer | string): Promise<Read> {
  return readPeople(Buffer.from(file), createLog('silent'), async (head, chunks) => {
    const all: Read = { header: head.header, fields: head.fields, lines: [], cells: [] }
    for await (const chunk of chunks) {
      all.lines.push(...chunk.lines)
      all.cells.push(...chunk.cells)
    }
    return all
  })
}
const refused = (file: Buffer | string) => read(file).then(() => null, (error: unknown) => (error instanceof Refusal ? error.list[0] : error))

type Entry = { name: string; data: Buffer; size: number }
/** A ZIP archive by hand, so that it can lie about how much it unpacks to. */
function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, size } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), data)
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
const archive = (name: string, content: Buffer, says = content.length) => zip([{ name, data: deflateRawSync(content), size: says }])

/** A workbook whose first sheet is another one. */
async function workbook(sheet: string): Promise<Buffer> {
  const file = await writeXlsx([[{ value: 'x' }]] as never).toBuffer()
  let at = file.readUInt32LE(file.length - 22 + 16)
  const entries = Array.from({ length: file.readUInt16LE(file.length - 22 + 10) }, (): Entry => {
    const name = file.toString('utf8', at + 46, at + 46 + file.readUInt16LE(at + 28))
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const kept = { name, data: file.subarray(start, start + file.readUInt32LE(at + 20)), size: file.readUInt32LE(at + 24) }
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    return name.endsWith('worksheets/sheet1.xml') ? { name, data: deflateRawSync(sheet), size: sheet.length } : kept
  })
  return zip(entries)
}

test('a plain list: header, rows, line numbers as a spreadsheet counts them, empty rows left out', async () => {
  expect(await read('Email,First name\nada@example.test,Ada\n\n , \nbob@example.test,"Bob\nthe ""builder"""\nlast@example.test,Z\n')).toEqual({
    header: ['Email', 'First name'], fields: ['email', 'first_name'], lines: [2, 5, 6],
    cells: ['{"ada@example.test","Ada"}', String.raw`{"bob@example.test","Bob` + '\n' + String.raw`the \"builder\""}`, '{"last@example.test","Z"}'],
  })
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада')],
  ['UTF-16 LE with a mark', Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада', 'utf16le')],
  ['UTF-16 BE with a mark', Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада', 'utf16le').swap16()],
  ['UTF-16 LE without a mark', Buffer.from('Почта;Имя\nada@example.test;Ада', 'utf16le')],
  ['windows-1251', Buffer.concat([Buffer.from([0xcf, 0xee, 0xf7, 0xf2, 0xe0, 0x3b, 0xc8, 0xec, 0xff, 0x0a]), Buffer.from('ada@example.test;'), Buffer.from([0xc0, 0xe4, 0xe0])])],
  ['tabs', Buffer.from('Почта\tИмя\r\nada@example.test\tАда\r\n')],
  ['bars', Buffer.from('Почта|Имя\rada@example.test|Ада')],
  ['a line that says its delimiter', Buffer.from('sep=;\nПочта;Имя\nada@example.test;Ада')],
])('%s is read', async (_, file) => {
  expect(await read(file)).toMatchObject({ header: ['Почта', 'Имя'], fields: ['email', 'first_name'], cells: ['{"ada@example.test","Ада"}'] })
})

test('latin1 keeps its accents; ragged rows are filled up; NUL and lone surrogates go; long cells are cut', async () => {
  expect((await read(Buffer.from('email;nombre\nana@example.test;Ana Peña', 'latin1'))).cells).toEqual(['{"ana@example.test","Ana Peña"}'])
  expect((await read('email,a,b\nx@example.test\ny@example.test,1,2,3')).cells).toEqual(['{"x@example.test","","",""}', '{"y@example.test","1","2","3"}'])
  const { cells } = await read(`email,a\nx@example.test,a\u0000b${'y'.repeat(400)}`)
  expect(cells[0]).toBe(`{"x@example.test","ab${'y'.repeat(297)}"}`)
})

test('headers are understood in five languages, each field once', async () => {
  const fields = async (header: string) => (await read(`${header}\n${header.split(',').map(() => 'x').join(',')}`)).fields
  expect(await fields('E-Mail Address,Given name,Surname,Job title,Date of birth,Start date,Shoe size')).toEqual(['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date', 'ignore'])
  expect(await fields('Correo electrónico,Nombre,Apellidos,Puesto,Fecha de nacimiento,Fecha de ingreso')).toEqual(['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date'])
  expect(await fields('Endereço de e-mail,Nome,Sobrenome,Cargo,Data de nascimento,Data de admissão')).toEqual(['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date'])
  expect(await fields('Электронная почта,Имя,Фамилия,Должность,Дата рождения,Дата приёма')).toEqual(['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date'])
  expect(await fields('Пошта,Імʼя,Прізвище,Посада,Дата народження,Дата прийняття')).toEqual(['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date'])
  expect(await fields('Full name,Work email,Private email')).toEqual(['first_name', 'email', 'ignore'])
  expect(await fields('ФИО,e-mail')).toEqual(['first_name', 'email'])
})

test('a list without a header is told by its content, and so is the column of addresses', async () => {
  expect(await read('Ada,ada@example.test\nBob,bob@example.test')).toMatchObject({ header: ['', ''], fields: ['ignore', 'email'], lines: [1, 2] })
  expect(await read('who,where\nAda,ada@example.test')).toMatchObject({ fields: ['ignore', 'email'] })
  expect(await read('ada@example.test')).toMatchObject({ fields: ['email'], lines: [1] })
})

test('XLSX is told by its content; dates become days', async () => {
  const sheet = [['Email', 'Birth date', 'Number'].map((value) => ({ value })), [{ value: 'ada@example.test' }, { value: new Date(Date.UTC(1990, 2, 4)), type: Date, format: 'dd.mm.yyyy' }, { value: 7 }]]
  const file = await writeXlsx(sheet as never).toBuffer()
  expect(await read(file)).toEqual({ header: ['Email', 'Birth date', 'Number'], fields: ['email', 'birth_date', 'ignore'], lines: [2], cells: ['{"ada@example.test","1990-03-04","7"}'] })
})

test('what holds no list is refused: empty files, headers alone, pictures, broken archives, an open quote', async () => {
  const unreadable = { code: 'file_unreadable', field: 'file' }
  for (const file of ['', '\n\n', 'email,name\n', 'PK\u0003\u0004 no archive', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 0, 0, 5, 6, 7, 1, 1]), `email\n"${'x\n'.repeat(800_000)}`]) expect(await refused(file)).toEqual(unreadable)
  expect(await refused(archive('xl/nothing.xml', Buffer.from('<a/>')))).toEqual(unreadable)
})

test('too many rows and too many columns are refused as such', async () => {
  expect(await refused(`email\n${'a@example.test\n'.repeat(100_001)}`)).toEqual({ code: 'out_of_range', field: 'file', params: { start: 1, finish: 100_000 } })
  expect(await refused(`email\n${Array.from({ length: 51 }, () => 'x').join(',')}`)).toEqual({ code: 'out_of_range', field: 'file', params: { start: 1, finish: 50 } })
})

test('bombs cost little: archives that unpack to gigabytes, cells far out, one endless line', async () => {
  const before = process.memoryUsage().rss
  const unreadable = { code: 'file_unreadable', field: 'file' }
  const zeros = Buffer.alloc(300_000_000, 0x20)
  expect(await refused(archive('xl/worksheets/sheet1.xml', zeros))).toEqual(unreadable)
  // One that lies about its size gets the room it asked for and no more.
  expect(await refused(archive('xl/worksheets/sheet1.xml', zeros, 1_000))).toEqual(unreadable)
  const rows = Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`).join('')
  expect(await refused(await workbook(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`))).toMatchObject({ field: 'file' })
  expect(await refused(`email,${'x'.repeat(20_000_000)}`)).toEqual(unreadable)
  expect(await refused(Buffer.alloc(20_000_000, '\n'))).toEqual(unreadable)
  expect(process.memoryUsage().rss - before).toBeLessThan(1_200_000_000)
})
