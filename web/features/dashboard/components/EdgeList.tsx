import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './recognition-graph.module.css'

export type PeopleGraph = Pick<OutputOf<'leaderboards.org_chart'>, 'people' | 'edges'>
const edgesShownMax = 6

function EdgeRow({
  edge,
  from,
  to,
}: {
  edge: PeopleGraph['edges'][number]
  from: PeopleGraph['people'][number]
  to: PeopleGraph['people'][number]
}) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  return (
    <li>
      <span className={css['faces']}>
        <UserAvatar user={from} size={30} />
        <UserAvatar user={to} size={30} />
      </span>
      <span>
        <b>{t('org.tie', { from: name(from), to: name(to) })}</b>
        <small>
          {t('org.times', { count: edge.posts })}, {t('common:points', { count: edge.score })}
        </small>
      </span>
    </li>
  )
}

/** The edges as a list, strongest first: of all people, or of the chosen person. */
export function EdgeList({
  org,
  chosen,
  onChoose,
}: {
  org: PeopleGraph
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [isExpanded, setIsExpanded] = useState(false)
  const people = new Map(org.people.map((person) => [person.id, person]))
  const person = chosen === null ? undefined : people.get(chosen)
  const edges = org.edges
    .filter(
      ({ from_id: fromId, to_id: toId }) => !person || fromId === person.id || toId === person.id,
    )
    .toSorted((a, b) => b.score - a.score)
  return (
    <div className={css['list']}>
      <div className={css['listHead']} aria-live="polite">
        <h3>{person ? t('org.of', { name: name(person) }) : t('org.strongest')}</h3>
        {person ? (
          <Button size="compact-sm" variant="subtle" onClick={() => onChoose(null)}>
            {t('org.everybody')}
          </Button>
        ) : null}
      </div>
      {person ? (
        <Link to="/profile/$id" params={{ id: person.id }} className={css['profile']}>
          {t('org.profile')}
          <span className="sr-only"> {name(person)}</span>
        </Link>
      ) : null}
      {edges.length ? (
        <ul className={css['ties']} aria-label={t('org.ties')}>
          {edges.slice(0, isExpanded ? undefined : edgesShownMax).map((edge) => {
            const [from, to] = [people.get(edge.from_id), people.get(edge.to_id)]
            return from && to ? (
              <EdgeRow key={`${from.id} ${to.id}`} edge={edge} from={from} to={to} />
            ) : null
          })}
        </ul>
      ) : (
        <p className={css['hint']}>{t('org.no_ties')}</p>
      )}
      {edges.length > edgesShownMax ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setIsExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? t('org.fewer') : t('org.show_all', { count: edges.length })}
        </Button>
      ) : null}
    </div>
  )
}
