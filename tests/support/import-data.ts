import type { UserImport } from '#contract/schemas/imports.ts'

export const importId = '01900000-0000-7000-8000-00000000aaaa'
/** Returns an uploaded list of people with one column. */
export const makeUserImport = (fields: Partial<UserImport> = {}): UserImport => ({
  id: importId,
  state: 'uploaded',
  file_name: 'people.csv',
  columns: [{ header: 'Email', field: 'email', samples: ['ada@example.test'] }],
  rows: 300,
  done: 0,
  invited: 0,
  updated: 0,
  refused: 0,
  deactivated: 0,
  warned: 0,
  failed_mails: 0,
  held: 0,
  holds_invites: false,
  invites_at: null,
  mails_until: null,
  created_at: '2026-06-15T12:00:00.000Z',
  finished_at: null,
  ...fields,
})
