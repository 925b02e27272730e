import { z } from 'zod'
import { namedObject } from './common.ts'

/**
 * All personal data stored about a user: the profile, and lists of posts, purchases, mails and
 * actions.
 */
const exportedRecords = z.array(z.record(z.string(), z.unknown()))
export const personalDataExport = namedObject('PersonalDataExport', {
  exported_at: z.iso.datetime(),
  profile: z.record(z.string(), z.unknown()),
  picture: z.string().nullable(),
  account: z.record(z.string(), z.unknown()),
  sessions: exportedRecords,
  address_changes: exportedRecords,
  posts_given: exportedRecords,
  posts_received: exportedRecords,
  comments: exportedRecords,
  reactions: exportedRecords,
  likes: exportedRecords,
  purchases: exportedRecords,
  awards_given: exportedRecords,
  awards_received: exportedRecords,
  award_decisions: exportedRecords,
  bonuses: exportedRecords,
  payroll_lines: exportedRecords,
  mails: exportedRecords,
  acts: exportedRecords,
  balance_sheet: exportedRecords,
})
