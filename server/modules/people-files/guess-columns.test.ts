import { expect, test } from 'vitest'
import { describeTable } from './guess-columns.ts'

const fieldsOf = (header: string[], ...rows: string[][]) =>
  describeTable([header, ...rows], new Map()).fields

/** Returns the field of a column with this header and these cells, beside a column of addresses. */
const fieldOf = (header: string, ...cells: string[]) =>
  fieldsOf(['Email', header], ...cells.map((cell, n) => [`p${n}@example.test`, cell]))[1]

test.each(['DOB (mm/dd/yyyy)', 'dob', 'D.O.B', 'Birthday', 'BirthDate', 'Date of Birth'])(
  'a header "%s" with dates is the birth date',
  (header) => expect(fieldOf(header, '01/31/1990', '12/05/1985')).toBe('birth_date'),
)

test.each([
  'Start Dt',
  'Start',
  'start date',
  'Joining Date',
  'Date of joining',
  'DOJ',
  'Joined',
  'HireDate',
  'Original hire date',
  'Onboarding',
])('a header "%s" with dates is the start date', (header) =>
  expect(fieldOf(header, '2020-01-31', '2021-05-05')).toBe('hire_date'),
)

test('an employee number is never a date', () => {
  expect(fieldOf('Employee #', '10001', '10002')).toBe('employee_number')
  expect(fieldOf('Employee', 'Ada King', 'Grace Hopper')).toBe('ignore')
  expect(fieldOf('Employee start number', '10001', '10002')).toBe('ignore')
})

test('a real export with employee numbers is matched by header and cells', () => {
  expect(
    fieldsOf(
      [
        'Employee #',
        'Full Name (Last, First)',
        'Work Email',
        'Position',
        'DOB (mm/dd/yyyy)',
        'Start Dt',
      ],
      ['10001', 'King, Ada', 'ada@example.test', 'Engineer II', '12/31/1990', '03/01/2020'],
      ['10002', 'Hopper, Grace', 'grace@example.test', 'Lead', '12/09/1986', '04/15/2021'],
    ),
  ).toEqual(['employee_number', 'full_name', 'email', 'job_title', 'birth_date', 'hire_date'])
})

test('a date column needs 80 percent of readable cells', () => {
  const dates = (readable: number, other: number) => [
    ...Array.from({ length: readable }, () => '2020-01-31'),
    ...Array.from({ length: other }, () => 'unknown'),
  ]
  expect(fieldOf('Start date', ...dates(8, 2))).toBe('hire_date')
  expect(fieldOf('Start date', ...dates(79, 21))).toBe('ignore')
})

test('a column without cells is matched by its header', () => {
  expect(fieldOf('Birth date', '', '')).toBe('birth_date')
})

test('an address column needs addresses in its cells', () => {
  expect(
    fieldsOf(['Email sent', 'Contact'], ['yes', 'ada@example.test'], ['no', 'bob@example.test']),
  ).toEqual(['ignore', 'email'])
})

test('a work address is preferred to a private address before it', () => {
  expect(fieldsOf(['Personal email', 'Email'], ['a@home.test', 'a@work.test'])).toEqual([
    'ignore',
    'email',
  ])
})

test('columns about a manager or a company are not matched', () => {
  expect(
    fieldsOf(
      ['Email', 'First name', 'Manager name', 'Company', 'End date'],
      ['a@work.test', 'Ada', 'Grace Hopper', 'Northwind', '2024-01-31'],
    ),
  ).toEqual(['email', 'first_name', 'ignore', 'ignore', 'ignore'])
})

test('a name column is a full name unless another has the last name', () => {
  expect(fieldOf('Name', 'Ada King', 'Grace Hopper')).toBe('full_name')
  expect(fieldOf('Name', 'Ada', 'Grace')).toBe('first_name')
  expect(fieldOf('First name', 'Mary Ann', 'Ada Maria')).toBe('first_name')
  expect(fieldsOf(['Email', 'Name', 'Surname'], ['a@work.test', 'Mary Ann', 'King'])).toEqual([
    'email',
    'first_name',
    'last_name',
  ])
  expect(
    fieldsOf(
      ['Email', 'Full name', 'First name', 'Last name'],
      ['a@work.test', 'Ada King', 'Ada', 'King'],
    ),
  ).toEqual(['email', 'ignore', 'first_name', 'last_name'])
})
