import { expect, test } from 'vitest'
import type { HistoryProduct } from '#contract/history-imports.ts'
import { guessHistoryColumns } from './guess-columns.ts'

const guess = (product: HistoryProduct, header: string, row: string) =>
  guessHistoryColumns(product, header.split(','), [row.split(',')])

test('recognizes the columns of Bonusly', () => {
  expect(
    guess(
      'bonusly',
      'Date,Giver Email,Giver Full Name,Receiver Email,Receiver Full Name,Amount,Reason,Hashtag',
      '2024-03-05,ann@a.test,Ann,ben@a.test,Ben,10,Thanks,#team',
    ),
  ).toEqual([
    'date',
    'giver_email',
    'giver',
    'receiver_emails',
    'receivers',
    'points',
    'text',
    'tag',
  ])
})

test.each<[HistoryProduct, string, string]>([
  ['nectar', 'Recognition Date,Sender Email,Recipient Email,Points,Message,Core Value', 'x'],
  ['kudos', 'Posted On,Sender Email,Recipient Email,Points,Message,Quality', 'x'],
])('recognizes the columns of %s', (product, header) => {
  expect(guess(product, header, '2024-03-05,ann@a.test,ben@a.test,10,Thanks,Team')).toEqual([
    'date',
    'giver_email',
    'receiver_emails',
    'points',
    'text',
    'tag',
  ])
})

test.each<[HistoryProduct, string]>([
  ['heytaco', 'Date,Giver,Receiver,Tacos,Message,Tags'],
  ['karma', 'Date,Given by,Given to,Karma,Reason,Company value'],
])('recognizes the columns of %s', (product, header) => {
  expect(guess(product, header, '2024-03-05,ann,ben,1,Thanks,Team')).toEqual([
    'date',
    'giver',
    'receivers',
    'points',
    'text',
    'tag',
  ])
})

test('takes a column of addresses for addresses', () => {
  expect(guess('other', 'Timestamp,From,To', '2024-03-05,ann@a.test,ben@a.test')).toEqual([
    'date',
    'giver_email',
    'receiver_emails',
  ])
})
