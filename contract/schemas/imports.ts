import { z } from 'zod'
import { id, time } from './common.ts'

const importState = z.enum(['uploaded', 'in_progress', 'canceled', 'failed', 'finished'])
export type ImportState = z.infer<typeof importState>
const importField = z.enum([
  'email',
  'first_name',
  'last_name',
  'job_title',
  'birth_date',
  'hire_date',
  'ignore',
])
export type ImportField = z.infer<typeof importField>
/** An import of people: its columns (guessed or chosen) and its progress. */
export const userImport = z.object({
  id: id('import'),
  state: importState,
  file_name: z.string(),
  columns: z.array(
    z.object({ header: z.string(), field: importField, samples: z.array(z.string()) }),
  ),
  rows: z.number().int(),
  done: z.number().int(),
  invited: z.number().int(),
  updated: z.number().int(),
  refused: z.number().int(),
  failed_mails: z.number().int(),
  /** When the last invitation is sent, if the daily budget delays some. */
  mails_until: time.nullable(),
  created_at: time,
  finished_at: time.nullable(),
})
export type UserImport = z.infer<typeof userImport>
export const importPreview = z.object({
  counts: z.object({
    invite: z.number().int(),
    update: z.number().int(),
    refused: z.number().int(),
  }),
  mails_until: time.nullable(),
  rows: z.array(
    z.object({
      line: z.number().int(),
      email: z.string(),
      outcome: z.enum(['invite', 'update', 'refused']),
      code: z.string().nullable(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof importPreview>
export const columnsInput = z.strictObject({ columns: z.array(importField).max(100) })
