import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { orgChartQuery } from '../api/queries.ts'
import { clampToOrgChartRange, type DateRange } from '../date-range.ts'
import css from './recognition-graph.module.css'
import type { RecognitionGraph as Graph } from './RecognitionGraph.tsx'
import { Tile } from './Tile.tsx'

// Without the picture the list says the same.
const RecognitionGraph = lazy(() =>
  import('./RecognitionGraph.tsx').then(
    (code) => ({ default: code.RecognitionGraph }),
    () => ({ default: (() => null) as typeof Graph }),
  ),
)
type OrgChart = OutputOf<'leaderboards.org_chart'>
const [tiesShown, quietShown] = [6, 12]

/** The same in words, strongest first: of everybody, or of whom was chosen. */
function EdgeList({
  org,
  chosen,
  onChoose,
}: {
  org: OrgChart
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [all, setAll] = useState(false)
  const people = new Map(org.people.map((person) => [person.id, person]))
  const person = chosen === null ? undefined : people.get(chosen)
  const ties = org.edges
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
      {ties.length ? (
        <ul className={css['ties']} aria-label={t('org.ties')}>
          {ties.slice(0, all ? undefined : tiesShown).map((tie) => {
            const [from, to] = [people.get(tie.from_id), people.get(tie.to_id)]
            return from && to ? (
              <li key={`${from.id} ${to.id}`}>
                <span className={css['faces']}>
                  <UserAvatar user={from} size={30} />
                  <UserAvatar user={to} size={30} />
                </span>
                <span>
                  <b>{t('org.tie', { from: name(from), to: name(to) })}</b>
                  <small>
                    {t('org.times', { count: tie.posts })},{' '}
                    {t('common:points', { count: tie.score })}
                  </small>
                </span>
              </li>
            ) : null
          })}
        </ul>
      ) : (
        <p className={css['hint']}>{t('org.no_ties')}</p>
      )}
      {ties.length > tiesShown ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('org.fewer') : t('org.show_all', { count: ties.length })}
        </Button>
      ) : null}
    </div>
  )
}

/** Who neither thanked nor was thanked: only administrators come here. */
function IsolatedPeople({ people }: { people: OrgChart['people'] }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [all, setAll] = useState(false)
  if (!people.length) return null
  return (
    <div className={css['quiet']}>
      <h3>{t('org.quiet', { count: people.length })}</h3>
      <ul>
        {people.slice(0, all ? undefined : quietShown).map((person) => (
          <li key={person.id}>
            <Link to="/profile/$id" params={{ id: person.id }}>
              <UserAvatar user={person} size={28} />
              {name(person)}
            </Link>
          </li>
        ))}
      </ul>
      {people.length > quietShown ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('org.fewer') : t('org.show_all', { count: people.length })}
        </Button>
      ) : null}
    </div>
  )
}

function RecognitionOverview({ org }: { org: OrgChart }) {
  const { t } = useTranslation('dashboard')
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const { tied, quiet } = useMemo(() => {
    const some = new Set(org.edges.flatMap(({ from_id: fromId, to_id: toId }) => [fromId, toId]))
    return {
      tied: org.people.filter(({ id }) => some.has(id)),
      quiet: org.people.filter(({ id }) => !some.has(id)),
    }
  }, [org])
  const list = <EdgeList key={chosen} org={org} chosen={chosen} onChoose={setChosen} />
  return (
    <>
      <div className={css['both']}>
        {phone ? list : null}
        <Suspense fallback={<Skeleton height={phone ? 400 : 460} />}>
          <RecognitionGraph people={tied} edges={org.edges} chosen={chosen} onChoose={setChosen} />
        </Suspense>
        {phone ? null : list}
      </div>
      {org.more ? (
        <p className={css['hint']}>{t('org.more', { count: org.edges.length })}</p>
      ) : null}
      <IsolatedPeople people={quiet} />
    </>
  )
}

/** Who recognises whom: a picture to walk about in, and beside it the same in words. */
export function RecognitionGraphTile({ range: asked }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const range = clampToOrgChartRange(asked)
  const query = useQuery(orgChartQuery(range))
  return (
    <Tile
      wide
      title={t('org.title')}
      note={range.from > asked.from ? t('since', { day: formatDay(range.from) }) : undefined}
      file={{ tile: 'org_chart' }}
      range={range}
      query={query}
      behind={{ to: '/settings/team', text: t('org.behind') }}
      empty={({ edges }) => (edges.length ? undefined : t('org.empty'))}
      skeleton={
        <div className={css['both']}>
          <Skeleton height={460} />
          <div>
            {[0, 1, 2, 3, 4, 5].map((index) => (
              <Skeleton key={index} height={46} mb={12} />
            ))}
          </div>
        </div>
      }
    >
      {(org) => <RecognitionOverview key={`${org.from} ${org.to}`} org={org} />}
    </Tile>
  )
}
