import { useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { nodeRadius } from '../graph-layout.ts'
import { EdgeList, type PeopleGraph } from './EdgeList.tsx'
import { RecognitionGraph } from './RecognitionGraph.tsx'
import css from './recognition-graph.module.css'

/** People as a graph, and their connections as a list beside it. */
export function PeopleGraphView({
  people,
  edges,
  drawnMax = limits.org_chart_edges,
}: PeopleGraph & { drawnMax?: number }) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState<string | null>(null)
  const nodes = useMemo(
    () =>
      people.map((person) => ({
        id: person.id,
        person,
        radius: nodeRadius(people.length),
        label: t('org.person', {
          name: name(person),
          given: edges.filter(({ from_id: fromId }) => fromId === person.id).length,
          received: edges.filter(({ to_id: toId }) => toId === person.id).length,
        }),
      })),
    [people, edges, t, name],
  )
  const list = (
    <EdgeList key={chosen} org={{ people, edges }} chosen={chosen} onChoose={setChosen} />
  )
  return (
    <div className={css['both']}>
      {isPhone ? list : null}
      <RecognitionGraph
        nodes={nodes}
        edges={edges}
        chosen={chosen}
        onChoose={setChosen}
        hint={t('org.hint')}
        drawnMax={drawnMax}
      />
      {isPhone ? null : list}
    </div>
  )
}
