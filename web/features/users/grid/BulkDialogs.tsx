import { Button, Group, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type Permission, type Permissions, permissions } from '#contract/permissions.ts'
import type { ListedMember } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { hasInvalidNumber, NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './team-grid.module.css'
import type { BulkChange, BulkSummary } from './use-bulk-change.ts'

type Props = { count: number; submit: (change: BulkChange) => void; onClose: () => void }
const choices = ['keep', 'give', 'take'] as const
type Choice = (typeof choices)[number]

function DialogActions({
  action,
  disabled,
  onClose,
}: {
  action: string
  disabled: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('team')
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" disabled={disabled}>
        {action}
      </Button>
    </Group>
  )
}

/** A permission that several members keep, get or lose. */
function PermissionChoice({
  name,
  choice,
  isHeld,
  onChange,
}: {
  name: Permission
  choice: Choice
  isHeld: boolean
  onChange: (choice: Choice) => void
}) {
  const { t } = useTranslation('team')
  return (
    <fieldset className={css['choice']} data-disabled={!isHeld}>
      <legend>{t(`permission.${name}`)}</legend>
      <div>
        {choices.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              disabled={!isHeld}
              checked={choice === value}
              onChange={() => onChange(value)}
            />
            {t(`bulk.permissions.${value}`)}
          </label>
        ))}
      </div>
      {isHeld ? null : <small>{t('rights.not_held')}</small>}
    </fieldset>
  )
}

/** Grants and revokes permissions. Permissions that the reader cannot grant are disabled. */
export function BulkPermissionsDialog({
  count,
  members,
  submit,
  onClose,
}: Props & { members: ListedMember[] }) {
  const { t } = useTranslation('team')
  const [chosen, setChosen] = useState<Partial<Record<Permission, Choice>>>({})
  const fixed = members[0]?.abilities.fixed_permissions ?? {}
  const changed = permissions.filter((name) => (chosen[name] ?? 'keep') !== 'keep')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const set: Partial<Permissions> = {}
    for (const name of changed) set[name] = chosen[name] === 'give'
    submit({ kind: 'permissions', permissions: set })
  }
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={t('bulk.permissions.title', { count })}
      close={t('common:close')}
    >
      <form className={css['form']} onSubmit={send}>
        {permissions.map((name) => (
          <PermissionChoice
            key={name}
            name={name}
            choice={chosen[name] ?? 'keep'}
            isHeld={fixed[name] !== 'not_held'}
            onChange={(choice) => setChosen((old) => ({ ...old, [name]: choice }))}
          />
        ))}
        <DialogActions action={t('rights.save')} disabled={!changed.length} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const limitNames = ['limit', 'limit_per_post'] as const
type LimitName = (typeof limitNames)[number]
const bounds = {
  limit: [0, limits.limit_max],
  limit_per_post: [1, limits.score_max],
} as const
/** Returns whether a text is empty or a number within the bounds of a limit. */
function isValidLimit(name: LimitName, text: string): boolean {
  if (hasInvalidNumber(text)) return false
  const value = parseWholeNumber(text)
  return value === null || (value >= bounds[name][0] && value <= bounds[name][1])
}

/** Sets limits of several members. A disabled limit stays unchanged for each of them. */
export function BulkLimitsDialog({ count, submit, onClose }: Props) {
  const { t } = useTranslation('team')
  const { settings } = useConfig()
  const [texts, setTexts] = useState<Partial<Record<LimitName, string>>>({})
  const changed = limitNames.filter((name) => texts[name] !== undefined)
  const isValid = changed.every((name) => isValidLimit(name, texts[name] ?? ''))
  const labels = {
    limit: t(`edit.limit_${settings.limit_period}`),
    limit_per_post: t('edit.limit_per_post'),
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const set = Object.fromEntries(
      changed.map((name) => [name, parseWholeNumber(texts[name] ?? '')]),
    )
    submit({ kind: 'limits', limits: set })
  }
  const renderField = (name: LimitName) => {
    const text = texts[name]
    const [start, finish] = bounds[name]
    return (
      <div key={name} className={css['limit']}>
        <Switch
          label={labels[name]}
          checked={text !== undefined}
          onChange={(event) =>
            setTexts({ ...texts, [name]: event.currentTarget.checked ? '' : undefined })
          }
        />
        {text === undefined ? null : (
          <NumberField
            aria-label={labels[name]}
            placeholder={t('bulk.limits.team')}
            value={text}
            error={
              isValidLimit(name, text)
                ? null
                : t('errors:out_of_range', {
                    start: formatNumber(start),
                    finish: formatNumber(finish),
                  })
            }
            onChange={(typed) => setTexts({ ...texts, [name]: typed })}
          />
        )}
      </div>
    )
  }
  return (
    <Dialog onClose={onClose} title={t('bulk.limits.title', { count })} close={t('common:close')}>
      <form className={css['form']} onSubmit={send}>
        <p>{t('bulk.limits.text')}</p>
        {limitNames.map(renderField)}
        <DialogActions
          action={t('edit.save')}
          disabled={!changed.length || !isValid}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

/** The number of changed members, and the reasons for the others. */
export function BulkSummaryDialog({
  summary: { kind, done, refused },
  onClose,
}: {
  summary: BulkSummary
  onClose: () => void
}) {
  const { t } = useTranslation('team')
  return (
    <Dialog onClose={onClose} title={t('bulk.summary.title')} close={t('common:close')}>
      <p>{t(`bulk.done.${kind}`, { count: done })}</p>
      <ul className={css['reasons']}>
        {refused.map(({ reason, count }) => (
          <li key={reason}>
            <b>{formatNumber(count)}</b> {t(`bulk.reason.${reason}`)}
          </li>
        ))}
      </ul>
      <p>{t('bulk.summary.selected')}</p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Dialog>
  )
}
