import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ListedMember, UserSort } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { TeamGridRow, type RowHandlers } from './TeamGridRow.tsx'
import css from './team-grid.module.css'
import {
  type AttributeColumns,
  type Column,
  columnSorts,
  isAttributeColumn,
  listShownColumns,
  type TeamView,
  toggleSort,
} from './team-view.ts'
import type { Preferences } from './use-preferences.ts'
import type { Selection } from '#web/shared/use-selection.ts'

type HeadProps = {
  column: Column | 'name'
  title: string
  view: TeamView
  change: (view: TeamView) => void
}
function sortStateOf(view: TeamView, sort: UserSort | undefined) {
  if (sort === undefined) return undefined
  if ((view.sort ?? 'state') !== sort) return 'none'
  return view.order === 'desc' ? 'descending' : 'ascending'
}
const sortIcons = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }

/** The head of a column. Its button sorts, and reverses the order when pressed again. */
function ColumnHead({ column, title, view, change }: HeadProps) {
  const sort = columnSorts[column]
  const state = sortStateOf(view, sort)
  const Icon = state ? sortIcons[state] : null
  return (
    <th scope="col" data-column={column} {...(state ? { 'aria-sort': state } : {})}>
      {sort && Icon ? (
        <button
          type="button"
          className={`plain ${css['sort']}`}
          onClick={() => change(toggleSort(view, sort))}
        >
          {title}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** The heads of all columns, and the box that selects the page. */
function GridHead({
  ids,
  shown,
  attributes,
  view,
  change,
  selection,
}: {
  ids: string[]
  shown: readonly Column[]
  attributes: AttributeColumns
  view: TeamView
  change: (view: TeamView) => void
  selection: Selection
}) {
  const { t } = useTranslation('team')
  const selectedCount = ids.filter((id) => selection.ids.has(id)).length
  const isWhole = selectedCount === ids.length
  return (
    <thead>
      <tr>
        <th scope="col" className={css['check']}>
          <Checkbox
            aria-label={t('grid.select_page')}
            checked={isWhole}
            indeterminate={selectedCount > 0 && !isWhole}
            onChange={() => selection.set(ids, !isWhole)}
          />
        </th>
        {(['name', ...shown] as const).map((column) => (
          <ColumnHead
            key={column}
            column={column}
            title={
              isAttributeColumn(column)
                ? (attributes.get(column) ?? '')
                : t(`grid.column.${column}`)
            }
            view={view}
            change={change}
          />
        ))}
        <th scope="col" className={css['menu']}>
          <span className="sr-only">{t('grid.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** The members of a page as a table whose rows can be selected. */
export function TeamGrid({
  members,
  view,
  change,
  preferences: { columns: chosen, density },
  attributes,
  selection,
  isStale,
  ...handlers
}: Omit<RowHandlers, 'toggle'> & {
  members: ListedMember[]
  view: TeamView
  change: (view: TeamView) => void
  preferences: Preferences
  attributes: AttributeColumns
  selection: Selection
  isStale: boolean
}) {
  const { t } = useTranslation('team')
  const {
    user: { id: readerId },
    settings: { timezone },
  } = useConfig()
  const shown = listShownColumns(chosen, attributes)
  return (
    <table
      className={css['grid']}
      aria-label={t('title')}
      aria-busy={isStale}
      data-density={density}
    >
      <GridHead
        ids={members.map(({ id }) => id)}
        shown={shown}
        attributes={attributes}
        view={view}
        change={change}
        selection={selection}
      />
      <tbody>
        {members.map((user) => (
          <TeamGridRow
            key={user.id}
            user={user}
            isSelected={selection.ids.has(user.id)}
            shown={shown}
            attributes={attributes}
            density={density}
            readerId={readerId}
            timezone={timezone}
            t={t}
            toggle={selection.toggle}
            {...handlers}
          />
        ))}
      </tbody>
    </table>
  )
}
