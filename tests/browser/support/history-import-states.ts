import type { Page } from 'playwright-core'
import type { HistoryImport } from '#contract/schemas/history-imports.ts'
import {
  makeCheckedImport,
  makeEndedImport,
  makeHistoryCheck,
  makeHistoryImportData,
  makeHistoryTotals,
  unknownPeople,
} from '#tests/support/history-import-data.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const checked = makeCheckedImport()
const imports = [
  checked,
  makeEndedImport({ product: 'nectar', file_name: 'Recognitions 2025.xlsx' }),
  makeHistoryImportData({ product: 'other', state: 'in_progress', started_at: checked.created_at }),
  makeHistoryImportData({ product: 'karma', state: 'failed' }),
  makeEndedImport({ product: 'heytaco', state: 'undone', file_name: 'Tacos 2024.csv' }),
]
const path = '/settings/history-imports'
export const historyImportPath = `${path}/${checked.id}`

/** Answers the list of imports. */
export const mockHistoryImports = (page: Page) =>
  page.route('**/api/history-imports', (route) => route.fulfill({ json: imports }))

/** Answers an import with its people. Before the start they are no users. */
async function mockImport(page: Page, historyImport: HistoryImport): Promise<void> {
  const { id, started_at: startedAt } = { ...historyImport, id: checked.id }
  await page.route(`**/api/history-imports/${id}`, (route) =>
    route.fulfill({ json: makeHistoryCheck({ ...historyImport, id }) }),
  )
  await page.route('**/api/history-imports/*/people?*', (route) =>
    route.fulfill({
      json: {
        total: 120,
        people: unknownPeople.map((person) => ({
          ...person,
          former_user_id: startedAt === null ? null : person.former_user_id,
        })),
      },
    }),
  )
}
const answer = (historyImport: HistoryImport) => (page: Page) => mockImport(page, historyImport)
export const mockChecked = answer(checked)
export const mockEnded = answer(makeEndedImport())
const begun = { started_at: checked.created_at, undo_until: null }

/** Opens the dialog of the last button of the page's content. */
const openLast = async (page: Page) => {
  await page.locator('main fieldset .mantine-Button-root').last().click()
  await page.getByRole('dialog').waitFor()
}

/** Opens the question of an undo, whose section follows the rejected rows. */
const openUndo = clickAndWait(
  'main fieldset [role=group]:nth-last-child(2) .mantine-Button-root',
  'dialog',
)

export const historyImportRoutes: RouteCase[] = [
  {
    route: path,
    allowedFor: 'manage_workspace',
    states: [
      { name: 'history-imports', before: mockHistoryImports },
      { name: 'history-imports-empty' },
      { name: 'history-imports-error', before: failCalls('history-imports') },
      {
        name: 'history-imports-refused',
        open: async (page) => {
          await page.locator('input[type=file]').setInputFiles({
            name: 'posts.xlsx',
            mimeType: 'text/csv',
            buffer: Buffer.from('PK\u0003\u0004'),
          })
          await page.getByRole('alert').first().waitFor()
        },
      },
    ],
  },
  {
    route: `${path}/:id`,
    path: () => historyImportPath,
    allowedFor: 'manage_workspace',
    states: [
      { name: 'history-columns', before: answer(makeHistoryImportData()) },
      {
        name: 'history-columns-missing',
        before: answer(
          makeHistoryImportData({
            columns: makeHistoryImportData().columns.map((column) => ({
              ...column,
              field: column.field === 'giver_email' ? 'ignore' : column.field,
            })),
          }),
        ),
      },
      {
        name: 'history-delete',
        before: answer(makeHistoryImportData()),
        open: clickAndWait('main fieldset .mantine-Button-root', 'dialog'),
      },
      {
        name: 'history-checking',
        before: answer(makeHistoryImportData({ state: 'checking', done: 20_000 })),
      },
      { name: 'history-compare', before: mockChecked },
      {
        name: 'history-compare-known',
        before: answer(
          makeCheckedImport({
            product: 'other',
            totals: makeHistoryTotals({
              known: 1_204,
              unknown: 0,
              refusals: [],
              opening: { people: 0, points: 0 },
            }),
          }),
        ),
      },
      {
        name: 'history-compare-none',
        before: answer(
          makeCheckedImport({
            refused: 54,
            totals: makeHistoryTotals({ posts: 0, years: [], unknown: 0 }),
          }),
        ),
      },
      { name: 'history-start', before: mockChecked, open: openLast },
      {
        name: 'history-importing',
        before: answer(makeCheckedImport({ ...begun, state: 'in_progress', done: 31_000 })),
      },
      { name: 'history-finished', before: mockEnded },
      {
        name: 'history-merge',
        before: mockEnded,
        open: clickAndWait('main fieldset li .mantine-Button-root', 'dialog'),
      },
      { name: 'history-undo', before: mockEnded, open: openUndo },
      {
        name: 'history-over',
        before: answer(makeEndedImport({ undo_until: checked.created_at, known: 12 })),
      },
      {
        name: 'history-undoing',
        before: answer(makeEndedImport({ state: 'undoing', done: 12_000, undo_until: null })),
      },
      {
        name: 'history-undone',
        before: answer(makeEndedImport({ state: 'undone', kept_points: 1_240, undo_until: null })),
      },
      { name: 'history-failed-check', before: answer(makeHistoryImportData({ state: 'failed' })) },
      {
        name: 'history-failed',
        before: answer(makeEndedImport({ state: 'failed', created: 12_000 })),
      },
      { name: 'history-gone' },
      { name: 'history-error', before: failCalls('history-imports/*') },
    ],
  },
]
