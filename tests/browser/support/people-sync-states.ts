import type { Page } from 'playwright-core'
import type { PeopleSyncRun, PeopleSyncSettings } from '#contract/schemas/people-sync.ts'
import {
  makeSyncRunData,
  makeSyncSettings,
  syncChanges,
  syncCounts,
} from '#tests/support/people-sync-data.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const waiting = makeSyncRunData({
  state: 'waiting',
  dry_run: true,
  source: 'https',
  counts: syncCounts,
  finished_at: null,
})
const runs = [
  waiting,
  makeSyncRunData({ source: 'https', counts: { new: 3, changed: 11 } }),
  makeSyncRunData({ source: 'https' }),
  makeSyncRunData({ state: 'failed', code: 'people_file_cut', source: 'https' }),
  makeSyncRunData({ state: 'stopped', counts: { deactivated: 12, missing: 300 } }),
]
const stored = makeSyncSettings({
  source: 'https',
  address: 'https://hr.northwind.example/export/people.csv',
  has_authorization: true,
  schedule: 'daily',
  next_run_at: '2026-03-05T03:00:00.000Z',
  folder: true,
  columns: [
    { header: 'E-mail', field: 'email' },
    { header: 'Name', field: 'full_name' },
    { header: 'Job', field: 'job_title' },
    { header: 'Started', field: 'hire_date' },
  ],
  date_orders: { hire_date: 'dmy' },
  last_run: waiting,
})
export const syncRunPath = `/settings/team/sync/${waiting.id}`

/** Answers the settings and the runs of a sync. */
export async function mockPeopleSync(
  page: Page,
  fields: Partial<PeopleSyncSettings> = {},
): Promise<void> {
  await page.route('**/api/people-sync', (route) =>
    route.fulfill({ json: { ...stored, ...fields } }),
  )
  await page.route('**/api/people-sync/runs?*', (route) =>
    route.fulfill({ json: { items: runs, next_cursor: 'more' } }),
  )
}

/** Answers a run and its differences. */
export async function mockSyncRun(page: Page, fields: Partial<PeopleSyncRun> = {}): Promise<void> {
  await mockPeopleSync(page)
  await page.route(`**/api/people-sync/runs/${waiting.id}`, (route) =>
    route.fulfill({ json: { ...waiting, ...fields } }),
  )
  await page.route('**/api/people-sync/runs/*/changes?*', (route) => {
    const outcome = new URL(route.request().url()).searchParams.get('outcome')
    const items = syncChanges.filter((change) => change.outcome === outcome)
    return route.fulfill({ json: { items, next_cursor: '9' } })
  })
}
/** Opens the differences of an outcome, by the place of its tab. */
const openTab = (nth: number) => (page: Page) =>
  page.locator('main fieldset nav button').nth(nth).click()
const run = (fields: Partial<PeopleSyncRun>) => (page: Page) => mockSyncRun(page, fields)

export const peopleSyncRoutes: RouteCase[] = [
  {
    route: '/settings/team/sync',
    allowedFor: 'manage_team',
    states: [
      { name: 'sync', before: mockPeopleSync },
      { name: 'sync-empty' },
      {
        name: 'sync-folder',
        before: (page) =>
          mockPeopleSync(page, { source: 'folder', file_name: 'people.csv', last_run: null }),
      },
      { name: 'sync-error', before: failCalls('people-sync') },
      {
        name: 'sync-runs-error',
        before: async (page) => {
          await mockPeopleSync(page)
          await failCalls('people-sync/runs?*')(page)
        },
      },
    ],
  },
  {
    route: '/settings/team/sync/:id',
    path: () => syncRunPath,
    allowedFor: 'manage_team',
    states: [
      { name: 'sync-run', before: mockSyncRun },
      { name: 'sync-run-missing', before: mockSyncRun, open: openTab(1) },
      { name: 'sync-run-conflict', before: mockSyncRun, open: openTab(2) },
      { name: 'sync-run-refused', before: mockSyncRun, open: openTab(3) },
      { name: 'sync-run-changed', before: mockSyncRun, open: openTab(4) },
      { name: 'sync-run-new', before: mockSyncRun, open: openTab(5) },
      {
        name: 'sync-run-apply',
        before: mockSyncRun,
        open: clickAndWait('main fieldset .mantine-Button-root', 'dialog'),
      },
      {
        name: 'sync-run-stopped',
        before: run({
          state: 'stopped',
          dry_run: false,
          code: 'people_file_leavers',
          counts: { ...syncCounts, deactivated: 12, missing: 300 },
        }),
      },
      { name: 'sync-run-checking', before: run({ state: 'checking', checked: 800 }) },
      { name: 'sync-run-fetching', before: run({ state: 'checking', checked: 0, rows: 0 }) },
      { name: 'sync-run-applying', before: run({ state: 'applying', applied: 40 }) },
      { name: 'sync-run-finished', before: run({ state: 'finished' }) },
      { name: 'sync-run-failed', before: run({ state: 'failed', code: 'people_file_columns' }) },
      { name: 'sync-run-gone' },
      { name: 'sync-run-error', before: failCalls('people-sync/runs/*') },
    ],
  },
]
