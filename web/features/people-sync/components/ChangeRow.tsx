import { IconAlertTriangle, IconArrowRight, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/errors.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import i18n, { type Translate, useTranslation } from '#web/lib/translate.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { errorText } from '#web/shared/errors/error-messages.ts'
import { isDateField } from '#web/shared/people-files/date-fields.ts'
import { formatBirthday } from '#web/shared/people/birthday.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './people-sync.module.css'

type Change = OutputOf<'people_sync.changes'>['items'][number]
type ChangedField = Change['fields'][number]

/** The fields that the name and the address of a new person already show. */
const shownAbove = new Set<ImportField>(['email', 'first_name', 'last_name'])

/** Returns why a row, or a part of it, is not applied. */
function reasonText(t: Translate, code: string): string {
  const key = `imports:sync.reason.${code}`
  return i18n.exists(key) ? t(key) : errorText(t, { code: code as ErrorCode })
}

/** Returns functions for the name of a field and for its value. */
function useFieldTexts() {
  const { t } = useTranslation('imports')
  const countryName = useCountryName()
  const { data: attributes } = useQuery(attributesQuery)
  const nameOf = (field: ImportField): string => {
    // Its name in the list of fields also says how a file names a manager.
    if (field === 'manager') return t('organization:field.manager_id')
    if (!field.startsWith('attribute:')) return t(`imports:field.${field}`)
    return attributes?.find(({ id }) => field === `attribute:${id}`)?.name ?? ''
  }
  const valueOf = (field: ImportField, value: string): string => {
    if (value === '') return t('sync.change.empty')
    if (field === 'country') return countryName(value)
    return isDateField(field) ? formatBirthday(value) : value
  }
  return { nameOf, valueOf }
}

/** The three values of a conflict: the last file, the change by hand, and this file. */
function Versions({ field: { field, before, after, last } }: { field: ChangedField }) {
  const { t } = useTranslation('imports')
  const { valueOf } = useFieldTexts()
  return (
    <ul className={css['versions']}>
      <li>
        <span>{t('sync.change.last')}:</span> {valueOf(field, last ?? '')}
      </li>
      <li>
        <span>{t('sync.change.before')}:</span> {valueOf(field, before)}
      </li>
      <li>
        <span>{t('sync.change.after')}:</span> <b>{valueOf(field, after)}</b>
      </li>
    </ul>
  )
}

/** A value and what it becomes: "Engineer → Senior Engineer". */
function FieldChange({ field, isNew }: { field: ChangedField; isNew: boolean }) {
  const { t } = useTranslation('imports')
  const { nameOf, valueOf } = useFieldTexts()
  const { field: name, before, after, last } = field
  return (
    <div className={css['field']}>
      <dt>{nameOf(name)}</dt>
      <dd>
        {last === null ? (
          <>
            {isNew ? null : (
              <>
                <span className={css['before']}>{valueOf(name, before)}</span>
                <IconArrowRight size={16} aria-hidden="true" />
                <span className="sr-only"> {t('sync.change.to')} </span>
              </>
            )}
            <span className={css['after']}>{valueOf(name, after)}</span>
          </>
        ) : (
          <Versions field={field} />
        )}
      </dd>
    </div>
  )
}

/** What happens to the person, if it is not about fields. */
function ChangeNote({ change: { outcome, line, code } }: { change: Change }) {
  const { t } = useTranslation('imports')
  if (code !== null)
    return (
      <p className={css['note']} data-tone={outcome === 'refused' ? 'bad' : 'plain'}>
        <IconAlertTriangle size={15} aria-hidden="true" />
        {reasonText(t, code)}
      </p>
    )
  if (outcome === 'missing') return <p className={css['note']}>{t('sync.change.missing')}</p>
  if (outcome !== 'deactivated') return null
  return (
    <p className={css['note']}>
      {t(line === null ? 'sync.change.leaves_missing' : 'sync.change.leaves')}
    </p>
  )
}

/** A person of a run, with the fields that change. */
export function ChangeRow({ change }: { change: Change }) {
  const { t } = useTranslation('imports')
  const nameOf = usePersonName()
  const { user, name, email, line, outcome } = change
  const fields =
    outcome === 'new' ? change.fields.filter(({ field }) => !shownAbove.has(field)) : change.fields
  const title = user ? nameOf(user) : name || email
  const about = [
    ...(email && email !== title ? [email] : []),
    ...(line === null ? [] : [t('sync.change.row', { n: formatNumber(line) })]),
  ].join(' · ')
  return (
    <li className={css['change']}>
      {user ? (
        <UserAvatar user={user} size={36} />
      ) : (
        <span className={css['initials']} aria-hidden="true">
          <IconUser size={20} />
        </span>
      )}
      <div className={css['who']}>
        {user ? (
          <Link to="/profile/$id" params={{ id: user.id }}>
            <strong>{title}</strong>
          </Link>
        ) : (
          <strong>{title || t('sync.change.nobody')}</strong>
        )}
        {about ? <small>{about}</small> : null}
      </div>
      {fields.length ? (
        <dl className={css['what']}>
          {fields.map((field) => (
            <FieldChange key={field.field} field={field} isNew={outcome === 'new'} />
          ))}
        </dl>
      ) : null}
      <ChangeNote change={change} />
    </li>
  )
}
