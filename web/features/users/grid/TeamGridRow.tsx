import { Checkbox } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { permissions } from '#contract/permissions.ts'
import type { ListedMember } from '#contract/schemas/users.ts'
import { formatDate, formatDay, formatNumber, formatTimeAgo } from '#web/lib/format.ts'
import type { Translate } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { menuButtonId } from '../components/MemberMenu.tsx'
import css from './team-grid.module.css'
import { type AttributeColumns, type Column, type Density, isAttributeColumn } from './team-view.ts'

/** Opens a member's menu at the pressed button. */
export type OpenMenu = (user: ListedMember, button: HTMLElement) => void
export type RowHandlers = {
  open: OpenMenu
  visit: (event: MouseEvent<HTMLAnchorElement>) => void
  toggle: (id: string, isRange: boolean) => void
}
/** The grid passes texts and handlers, so that rows have no subscriptions (a Link has one). */
type Props = RowHandlers & {
  user: ListedMember
  isSelected: boolean
  shown: readonly Column[]
  attributes: AttributeColumns
  density: Density
  readerId: string
  timezone: string
  t: Translate
}
type CellProps = Pick<Props, 'user' | 'timezone' | 't'>

function PermissionChips({ user, t }: Pick<Props, 'user' | 't'>) {
  const held = permissions.filter((name) => user.permissions[name])
  if (!held.length) return null
  return (
    <ul className={css['chips']} aria-label={t('field.permissions')}>
      {held.length === permissions.length ? (
        <li>{t('all_roles')}</li>
      ) : (
        held.map((name) => <li key={name}>{t(`permission_short.${name}`)}</li>)
      )}
    </ul>
  )
}

function StateCell({ user, timezone, t }: CellProps) {
  return (
    <>
      <span className={css['state']} data-state={user.state}>
        {t(`state.${user.state}`)}
      </span>
      {user.state === 'pending' && user.invited_at ? (
        <small>{t('invited_ago', { when: formatTimeAgo(user.invited_at, timezone) })}</small>
      ) : null}
      {user.state === 'pending' && !user.invited_at ? <small>{t('not_invited')}</small> : null}
    </>
  )
}

/**
 * The last day of activity, or the reason why it is unknown: old sessions are no longer stored, and
 * sample people are active in the demo team alone.
 */
function lastActiveText({ user, t }: CellProps): string {
  if (user.last_active_on) return formatDay(user.last_active_on)
  return user.joined_at && !user.demo ? t('grid.long_inactive') : '–'
}

function renderCell(column: Column, props: CellProps) {
  const { user, timezone } = props
  if (isAttributeColumn(column)) {
    const id = column.slice(column.indexOf(':') + 1)
    return user.organization.attributes.find((one) => one.attribute_id === id)?.value || '–'
  }
  switch (column) {
    case 'email':
      return user.demo ? '–' : user.email
    case 'title':
      return user.job_title || '–'
    case 'department':
    case 'location':
      return user.organization.groups.find(({ kind }) => kind === column)?.name ?? '–'
    case 'manager':
      return user.organization.manager?.name ?? '–'
    case 'state':
      return <StateCell {...props} />
    case 'permissions':
      return <PermissionChips {...props} />
    case 'balance':
      return formatNumber(user.balance)
    case 'given':
      return formatNumber(user.given_30_days)
    case 'last_active':
      return lastActiveText(props)
    case 'invited':
      return user.invited_at ? formatDate(user.invited_at, timezone) : '–'
    case 'joined':
      return user.joined_at ? formatDate(user.joined_at, timezone) : '–'
  }
}

function NameCell({
  user,
  visit,
  shown,
  density,
  readerId,
  t,
}: Pick<Props, 'user' | 'visit' | 'shown' | 'density' | 'readerId' | 't'>) {
  return (
    <th scope="row" className={css['name']}>
      <div>
        <UserAvatar user={user} size={density === 'compact' ? 26 : 36} />
        <span className={css['who']}>
          <a href={`/profile/${user.id}`} onClick={visit}>
            {user.name}
          </a>
          {user.id === readerId ? <em>{t('you')}</em> : null}
          {user.demo ? <em>{t('demo')}</em> : null}
          {shown.includes('permissions') ? null : <PermissionChips user={user} t={t} />}
        </span>
      </div>
    </th>
  )
}

/** A member of the team: a row of the grid, and a card on a phone. */
export const TeamGridRow = memo(function TeamGridRow(props: Props) {
  const { user, isSelected, shown, attributes, open, toggle, t } = props
  return (
    <tr className={css['row']} data-selected={isSelected}>
      <td className={css['check']}>
        <Checkbox
          aria-label={t('grid.select', { name: user.name })}
          checked={isSelected}
          // A change event does not say whether Shift is held.
          onClick={(event) => toggle(user.id, event.shiftKey)}
          readOnly
        />
      </td>
      <NameCell {...props} />
      {shown.map((column) => (
        <td key={column} data-column={column}>
          <span className={css['label']}>
            {isAttributeColumn(column) ? attributes.get(column) : t(`grid.column.${column}`)}
          </span>
          <div className={css['value']}>{renderCell(column, props)}</div>
        </td>
      ))}
      <td className={css['menu']}>
        <button
          id={menuButtonId(user)}
          type="button"
          className={`plain ${css['actions']}`}
          aria-haspopup="menu"
          aria-expanded="false"
          aria-label={t('menu.open', { name: user.name })}
          onClick={(event) => open(user, event.currentTarget)}
        >
          <IconDots size={20} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
})
