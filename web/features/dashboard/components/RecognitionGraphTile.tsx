import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
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

// If the graph fails to load, the list shows the same data.
const RecognitionGraph = lazy(() =>
  import('./RecognitionGraph.tsx').then(
    (code) => ({ default: code.RecognitionGraph }),
    () => ({ default: (() => null) as typeof Graph }),
  ),
)
type OrgChart = OutputOf<'leaderboards.org_chart'>
const [edgesShownMax, isolatedShownMax] = [6, 12]

function EdgeRow({
  edge,
  from,
  to,
}: {
  edge: OrgChart['edges'][number]
  from: OrgChart['people'][number]
  to: OrgChart['people'][number]
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

/** People without any edge; visible to administrators only. */
function IsolatedPeople({ people }: { people: OrgChart['people'] }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [isExpanded, setIsExpanded] = useState(false)
  if (!people.length) return null
  return (
    <div className={css['quiet']}>
      <h3>{t('org.quiet', { count: people.length })}</h3>
      <ul>
        {people.slice(0, isExpanded ? undefined : isolatedShownMax).map((person) => (
          <li key={person.id}>
            <Link to="/profile/$id" params={{ id: person.id }}>
              <UserAvatar user={person} size={28} />
              {name(person)}
            </Link>
          </li>
        ))}
      </ul>
      {people.length > isolatedShownMax ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setIsExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? t('org.fewer') : t('org.show_all', { count: people.length })}
        </Button>
      ) : null}
    </div>
  )
}

/** Keeps its drawing while another range loads: the chart is the same until its data changes. */
const RecognitionOverview = memo(function RecognitionOverview({ org }: { org: OrgChart }) {
  const { t } = useTranslation('dashboard')
  const isPhone = useMediaQuery('(max-width: 47.9375em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const { connected, isolated } = useMemo(() => {
    const connectedIds = new Set(
      org.edges.flatMap(({ from_id: fromId, to_id: toId }) => [fromId, toId]),
    )
    return {
      connected: org.people.filter(({ id }) => connectedIds.has(id)),
      isolated: org.people.filter(({ id }) => !connectedIds.has(id)),
    }
  }, [org])
  const list = <EdgeList key={chosen} org={org} chosen={chosen} onChoose={setChosen} />
  return (
    <>
      <div className={css['both']}>
        {isPhone ? list : null}
        <Suspense fallback={<Skeleton height={isPhone ? 400 : 460} />}>
          <RecognitionGraph
            people={connected}
            edges={org.edges}
            chosen={chosen}
            onChoose={setChosen}
          />
        </Suspense>
        {isPhone ? null : list}
      </div>
      {org.more ? (
        <p className={css['hint']}>{t('org.more', { count: org.edges.length })}</p>
      ) : null}
      <IsolatedPeople people={isolated} />
    </>
  )
})

/** The recognition graph with the same data as a list beside it. */
export function RecognitionGraphTile({ range: requestedRange }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const range = clampToOrgChartRange(requestedRange)
  const query = useQuery(orgChartQuery(range))
  return (
    <Tile
      wide
      title={t('org.title')}
      note={
        range.from > requestedRange.from ? t('since', { day: formatDay(range.from) }) : undefined
      }
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
