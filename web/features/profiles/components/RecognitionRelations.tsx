import { Link } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './profile.module.css'

type RelationLists = OutputOf<'leaderboards.relations'>

function RelationList({ title, ties }: { title: string; ties: RelationLists['recognises'] }) {
  const { t } = useTranslation('profile')
  const name = usePersonName()
  return (
    <div>
      <h4 className={css['tiesTitle']}>{title}</h4>
      {ties.length ? (
        <ol className={css['ties']}>
          {ties.map(({ user, score, posts }) => (
            <li key={user.id}>
              <UserAvatar user={user} size={36} />
              <div>
                {user.state === 'deleted' ? (
                  <b>{name(user)}</b>
                ) : (
                  <Link to="/profile/$id" params={{ id: user.id }}>
                    {name(user)}
                  </Link>
                )}
                <small>{t('relations.posts', { count: posts, shown: formatNumber(posts) })}</small>
              </div>
              <PointsBadge
                text={formatNumber(score)}
                label={t('common:points', { count: score })}
              />
            </li>
          ))}
        </ol>
      ) : (
        <p className={css['nobody']}>{t('relations.nobody')}</p>
      )}
    </div>
  )
}

/**
 * The people a user recognizes most and the reverse, as far as the reader may know (decision 038).
 */
export function RecognitionRelations({ recognises, recognised_by: recognisedBy }: RelationLists) {
  const { t } = useTranslation('profile')
  return (
    <div className={css['relations']}>
      <RelationList title={t('relations.recognises')} ties={recognises} />
      <RelationList title={t('relations.recognised_by')} ties={recognisedBy} />
    </div>
  )
}
