import type { OutputOf } from '#contract/routes/index.ts'
import type { PeopleSyncRun, PeopleSyncSettings } from '#contract/schemas/people-sync.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'

/** Example data of the sync of people for component tests and screenshots. */
type SyncChange = OutputOf<'people_sync.changes'>['items'][number]

const noCounts = { new: 0, changed: 0, conflict: 0, missing: 0, deactivated: 0, refused: 0 }

export const makeSyncRunData = ({
  counts = {},
  ...fields
}: Partial<Omit<PeopleSyncRun, 'counts'>> & {
  counts?: Partial<PeopleSyncRun['counts']>
} = {}): PeopleSyncRun => ({
  id: nextId(),
  source: 'api',
  coverage: 'full',
  state: 'finished',
  dry_run: false,
  file_name: 'people.csv',
  file_hash: '',
  columns: [
    { header: 'E-mail', field: 'email' },
    { header: 'Name', field: 'full_name' },
    { header: 'Job', field: 'job_title' },
    { header: 'Started', field: 'hire_date' },
    { header: 'Notes', field: 'ignore' },
  ],
  rows: 2_000,
  checked: 2_000,
  applied: 0,
  synced: 2_000,
  counts: { ...noCounts, ...counts },
  code: null,
  created_by: null,
  created_at: exampleTime,
  finished_at: exampleTime,
  ...fields,
})

export const makeSyncSettings = (fields: Partial<PeopleSyncSettings> = {}): PeopleSyncSettings => ({
  source: 'api',
  address: '',
  has_authorization: false,
  file_name: '',
  folder: false,
  folder_path: '01900000-0000-7000-8000-00000000abcd',
  schedule: 'off',
  hour: 4,
  coverage: 'full',
  columns: [],
  date_orders: {},
  leavers_percent_max: 10,
  invites: false,
  next_run_at: null,
  last_run: null,
  ...fields,
})

let position = 1
export const makeSyncChange = (fields: Partial<SyncChange> = {}): SyncChange => {
  const user = makePerson({ first_name: 'Ida', last_name: 'Holm' })
  position += 1
  return {
    id: position,
    line: position,
    user,
    email: 'ida@northwind.example',
    name: user.name,
    outcome: 'changed',
    fields: [
      { field: 'job_title', before: 'Engineer', after: 'Senior Engineer', last: null },
      { field: 'department', before: '', after: 'Platform', last: null },
    ],
    code: null,
    ...fields,
  }
}

/** A change of each outcome. */
export const syncChanges: SyncChange[] = [
  makeSyncChange({
    outcome: 'deactivated',
    line: null,
    user: makePerson({ first_name: 'Björn', last_name: 'Åkesson' }),
    email: 'bjorn@northwind.example',
    fields: [],
  }),
  makeSyncChange({
    outcome: 'deactivated',
    user: makePerson({ first_name: 'Grace', last_name: 'Okafor' }),
    email: 'grace@northwind.example',
    fields: [],
  }),
  makeSyncChange({
    outcome: 'missing',
    line: null,
    user: makePerson({ first_name: 'Maria', last_name: 'Silva' }),
    email: 'maria@northwind.example',
    fields: [],
  }),
  makeSyncChange({
    outcome: 'conflict',
    fields: [
      { field: 'job_title', before: 'Team lead', after: 'Staff Engineer', last: 'Engineer' },
    ],
  }),
  makeSyncChange({
    outcome: 'refused',
    user: null,
    name: '',
    email: 'broken@',
    fields: [],
    code: 'email_invalid',
  }),
  makeSyncChange(),
  makeSyncChange({ code: 'people_file_changed' }),
  makeSyncChange({
    outcome: 'new',
    user: null,
    name: 'Ada King',
    email: 'ada@northwind.example',
    fields: [
      { field: 'email', before: '', after: 'ada@northwind.example', last: null },
      { field: 'first_name', before: '', after: 'Ada', last: null },
      { field: 'last_name', before: '', after: 'King', last: null },
      { field: 'job_title', before: '', after: 'Data scientist', last: null },
      { field: 'hire_date', before: '', after: '2026-04-01', last: null },
      { field: 'country', before: '', after: 'SE', last: null },
    ],
  }),
]
/** The counts of these changes, in a file of a large team. */
export const syncCounts = {
  new: 14,
  changed: 38,
  conflict: 2,
  missing: 3,
  deactivated: 5,
  refused: 4,
} as const
