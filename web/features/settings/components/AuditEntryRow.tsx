import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/schemas/audit.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { AuditObjectLink } from './AuditObjectLink.tsx'
import css from './audit-log.module.css'
import { useAuditDetails } from './use-audit-details.ts'

function PersonLink({ person }: { person: Person }) {
  const name = usePersonName()(person)
  return person.state === 'deleted' ? (
    <b>{name}</b>
  ) : (
    <Link className={css['person'] ?? ''} to="/profile/$id" params={{ id: person.id }}>
      {name}
    </Link>
  )
}

/**
 * An action without an actor is a refused sign-in of a stranger, an act of the identity provider with
 * its token, or of the operator.
 */
function unknownActorKey({ action, token }: AuditEntry): string {
  if (token) return 'audit.scim'
  return action === 'sign_in.refuse' ? 'audit.stranger' : 'audit.operator'
}

/**
 * An entry of the audit log: author, action, subject and affected user, with the changed values.
 */
export function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('settings')
  const {
    settings: { timezone },
  } = useConfig()
  const { actor, subject, object, token } = entry
  const key = `audit.action.${entry.action}`
  const lines = useAuditDetails()(entry.details, object?.title)
  return (
    <li className={css['entry']}>
      {actor ? (
        <UserAvatar user={actor} size={36} />
      ) : (
        <span className={css['operator']} aria-hidden="true">
          ⚙
        </span>
      )}
      <div className={css['text']}>
        <div>
          {actor ? <PersonLink person={actor} /> : <b>{t(unknownActorKey(entry))}</b>}{' '}
          {i18n.exists(`settings:${key}`) ? t(key) : entry.action}
          {object ? (
            <>
              {': '}
              <AuditObjectLink object={object} action={entry.action} />
            </>
          ) : null}
          {subject ? (
            <>
              {object ? ` · ` : ': '}
              <PersonLink person={subject} />
            </>
          ) : null}
          {entry.impersonated ? (
            <span className={css['flag']}>{t('audit.impersonated')}</span>
          ) : null}
          {token ? (
            <span className={css['token']}>
              {token.name ? t('audit.token', { name: token.name }) : t('audit.token_gone')}
            </span>
          ) : null}
        </div>
        {lines.length ? (
          <ul className={css['facts']}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        <small>
          <time dateTime={entry.created_at}>{formatDateTime(entry.created_at, timezone)}</time>
        </small>
      </div>
    </li>
  )
}
