import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { permissions } from '#contract/permissions.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useGroup } from '#web/shared/groups/groups.api.ts'
import { GroupSelect } from '#web/shared/groups/GroupSelect.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { PhoneFilterBar } from '#web/shared/settings/PhoneFilterBar.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import css from './team-grid.module.css'
import { countFilters, isFiltered, type TeamView } from './team-view.ts'

type Props = {
  view: TeamView
  change: (view: TeamView) => void
  counts: OutputOf<'users.list'>['counts'] | undefined
}

/** The states with the counts of the other filters. */
function StateFilter({ view, change, counts }: Props) {
  const { t } = useTranslation('team')
  const countsWithAll = counts && {
    ...counts,
    all: counts.pending + counts.accepted + counts.deactivated,
  }
  return (
    <div className={css['states']} role="group" aria-label={t('filter')}>
      {(['all', 'pending', 'accepted', 'deactivated'] as const).map((state) => (
        <button
          key={state}
          type="button"
          className="plain"
          aria-pressed={(view.state ?? 'all') === state}
          onClick={() => change({ ...view, state: state === 'all' ? undefined : state })}
        >
          {t(`tab.${state}`)}{' '}
          <span>{countsWithAll ? formatNumber(countsWithAll[state]) : '…'}</span>
        </button>
      ))}
    </div>
  )
}

/** People of a department and of those below it. The address holds its id only. */
function DepartmentFilter({ view, change }: Omit<Props, 'counts'>) {
  const { t } = useTranslation('organization')
  const { data: group } = useGroup(view.group)
  const label = t('field.department_id')
  return (
    <GroupSelect
      kind="department"
      size="sm"
      aria-label={label}
      placeholder={label}
      clearLabel={t('clear', { field: label })}
      value={view.group === undefined ? null : { id: view.group, name: group?.name ?? '…' }}
      onChange={(chosen) => change({ ...view, group: chosen?.id })}
    />
  )
}

/** Filters with two states, the permission and the department. */
function FilterChips({ view, change, children }: Omit<Props, 'counts'> & { children?: ReactNode }) {
  const { t } = useTranslation('team')
  return (
    <div className={css['chipBar']} role="group" aria-label={t('grid.filters')}>
      <button
        type="button"
        className={`plain ${css['chip']}`}
        aria-pressed={view.invited === 'long_ago'}
        onClick={() =>
          change({ ...view, invited: view.invited === 'long_ago' ? undefined : 'long_ago' })
        }
      >
        {t('grid.filter.invited_long_ago')}
      </button>
      <button
        type="button"
        className={`plain ${css['chip']}`}
        aria-pressed={view.activity === 'never'}
        onClick={() => change({ ...view, activity: view.activity ? undefined : 'never' })}
      >
        {t('grid.filter.never_active')}
      </button>
      <NativeSelect
        size="sm"
        aria-label={t('field.permissions')}
        value={view.permission ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          const permission = (['any', ...permissions] as const).find((name) => name === value)
          change({ ...view, permission })
        }}
        data={[
          { value: '', label: t('grid.filter.any_permission') },
          { value: 'any', label: t('grid.filter.administrators') },
          ...permissions.map((value) => ({ value, label: t(`permission.${value}`) })),
        ]}
      />
      <DepartmentFilter view={view} change={change} />
      {children}
    </div>
  )
}

type Typing = { typed: string; type: (text: string) => void }
function SearchField({ typed, type }: Typing) {
  const { t } = useTranslation('team')
  return (
    <TextInput
      aria-label={t('search')}
      placeholder={t('search')}
      type="search"
      maxLength={limits.search_chars_max}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/**
 * Search, states and filters of the team list, with the menus of the view beside them. On a phone
 * the filters open as a sheet, and `phoneMenu` has the rest.
 */
export function TeamFilters({
  typed,
  type,
  onClear,
  phoneMenu,
  children,
  ...props
}: Props & Typing & { onClear: () => void; phoneMenu: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('settings')
  const { view, change } = props
  const search = <SearchField typed={typed} type={type} />
  if (useIsPhone())
    return (
      <PhoneFilterBar
        search={search}
        count={countFilters(view)}
        clear={onClear}
        menu={phoneMenu}
        filters={
          <>
            <StateFilter {...props} />
            <FilterChips view={view} change={change} />
          </>
        }
      />
    )
  return (
    <>
      <div className={css['bar']}>
        {search}
        <StateFilter {...props} />
      </div>
      <div className={css['tools']}>
        <FilterChips view={view} change={change}>
          {isFiltered(view) ? (
            <Button variant="subtle" size="compact-sm" onClick={onClear}>
              {t('list.clear_filters')}
            </Button>
          ) : null}
        </FilterChips>
        <div className={css['menus']}>{children}</div>
      </div>
    </>
  )
}
