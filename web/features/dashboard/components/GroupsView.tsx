import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatNumber, formatTimeOfDay } from '#web/lib/format.ts'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { groupQuery } from '../api/queries.ts'
import type { DateRange } from '../date-range.ts'
import { groupRadius } from '../graph-layout.ts'
import { RecognitionGraph } from './RecognitionGraph.tsx'
import { PeopleGraphView } from './PeopleGraphView.tsx'
import { PeopleList } from './PeopleList.tsx'
import css from './recognition-graph.module.css'

type Groups = OutputOf<'leaderboards.groups'>
const [groupsShownMax, edgesDrawnMax] = [8, 100]

/** The groups as a list; each opens its people. */
function GroupList({
  groups,
  onChoose,
  takesFocus,
}: Pick<Groups, 'groups'> & { onChoose: (id: string) => void; takesFocus: boolean }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [isExpanded, setIsExpanded] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className={css['list']}>
      <div className={css['listHead']}>
        <h3 ref={heading} tabIndex={-1}>
          {t('groups.title')}
        </h3>
      </div>
      <ul className={css['groups']}>
        {groups.slice(0, isExpanded ? undefined : groupsShownMax).map((group) => (
          <li key={group.id}>
            <button type="button" className="plain" onClick={() => onChoose(group.id)}>
              <UserAvatar user={group.person} size={30} />
              <span>
                <b>{t('groups.around', { name: name(group.person) })}</b>
                <small>{t('common:people', { count: group.people })}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {groups.length > groupsShownMax ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setIsExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? t('org.fewer') : t('org.show_all', { count: groups.length })}
        </Button>
      ) : null}
    </div>
  )
}

/** All groups as a graph, and as a list beside it. */
function AllGroups({
  groups,
  edges,
  more,
  onChoose,
  hasReturned,
}: Pick<Groups, 'groups' | 'edges' | 'more'> & {
  onChoose: (id: string) => void
  hasReturned: boolean
}) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const peopleMax = groups[0]?.people ?? 1
  const nodes = useMemo(
    () =>
      groups.map(({ id, person, people }) => ({
        id,
        person,
        people,
        radius: groupRadius(people, peopleMax),
        label: t('groups.node', {
          name: name(person),
          people: t('common:people', { count: people }),
        }),
      })),
    [groups, peopleMax, t, name],
  )
  return (
    <>
      <div className={css['both']}>
        <RecognitionGraph
          nodes={nodes}
          edges={edges}
          chosen={null}
          onChoose={(id) => {
            if (id) onChoose(id)
          }}
          hint={t('groups.hint')}
          drawnMax={edgesDrawnMax}
        />
        <GroupList groups={groups} onChoose={onChoose} takesFocus={hasReturned} />
      </div>
      {more ? <p className={css['hint']}>{t('groups.more', { count: more })}</p> : null}
    </>
  )
}

/** The people of the chosen group. */
function ChosenGroup({
  id,
  title,
  range,
  onBack,
}: {
  id: string
  title: string
  range: DateRange
  onBack: () => void
}) {
  const { t } = useTranslation('dashboard')
  const { data, error, isError, refetch } = useQuery(groupQuery(range, id))
  const back = useRef<HTMLButtonElement>(null)
  // The chosen group is not on the page any more.
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <div className={css['groupHead']}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          ref={back}
          onClick={onBack}
        >
          {t('groups.all')}
        </Button>
        <h3 aria-live="polite">{title}</h3>
        {data && data.total > data.people.length ? (
          <small>
            {t('groups.best', {
              shown: formatNumber(data.people.length),
              total: formatNumber(data.total),
            })}
          </small>
        ) : null}
      </div>
      {data ? (
        <PeopleGraphView people={data.people} edges={data.edges} drawnMax={edgesDrawnMax} />
      ) : null}
      {isError ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data || isError ? null : <Skeleton height={460} />}
    </>
  )
}

/**
 * A large team: groups of people that thank one another, the people of a chosen group, people
 * between groups, and people without any connection.
 */
export function GroupsView({ data, range }: { data: Groups; range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const [chosen, setChosen] = useState<string | null>(null)
  const [hasReturned, setHasReturned] = useState(false)
  const { timezone } = useConfig().settings
  const group = data.groups.find(({ id }) => id === chosen)
  const bridgeById = new Map(data.bridges.map((bridge) => [bridge.user.id, bridge]))
  return (
    <>
      {group ? (
        <ChosenGroup
          key={group.id}
          id={group.id}
          title={t('groups.around', { name: name(group.person) })}
          range={range}
          onBack={() => {
            setChosen(null)
            setHasReturned(true)
          }}
        />
      ) : (
        <AllGroups
          groups={data.groups}
          edges={data.edges}
          more={data.more}
          onChoose={setChosen}
          hasReturned={hasReturned}
        />
      )}
      {data.computed_at ? (
        <p className={css['hint']}>
          {t('groups.as_of', { time: formatTimeOfDay(new Date(data.computed_at), timezone) })}
        </p>
      ) : null}
      <PeopleList
        title={t('groups.bridges')}
        text={t('groups.bridges_text')}
        people={data.bridges.map(({ user }) => user)}
        note={({ id }) => t('groups.connects', { count: bridgeById.get(id)?.groups ?? 0 })}
      />
      <PeopleList
        isThankable
        title={t('org.quiet', { count: data.islands.total })}
        people={data.islands.people}
      />
    </>
  )
}
