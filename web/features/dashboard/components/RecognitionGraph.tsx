import { Skeleton } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  type Ref,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import {
  neighborInDirection,
  type GraphPoint,
  nodeRadius,
  type GraphEdge,
} from '../graph-layout.ts'
import { type NodeState, PersonNode } from './PersonNode.tsx'
import { zoomMax, zoomMin } from './use-pan-zoom.ts'
import css from './recognition-graph.module.css'
import {
  useGraphGeometry,
  visibleViewBox,
} from '#web/features/dashboard/components/use-graph-geometry.ts'

type OrgChart = OutputOf<'leaderboards.org_chart'>
type OrgPerson = OrgChart['people'][number]

const isIncidentEdge = ({ from_id: fromId, to_id: toId }: GraphEdge, id: string) =>
  fromId === id || toId === id
type EdgeSide = 'given' | 'received' | 'other' | 'all'

/** An edge as an arc, so that both directions are visible; the width shows the points. */
function EdgeArc({
  from,
  to,
  width,
  side,
}: {
  from: GraphPoint
  to: GraphPoint
  width: number
  side: EdgeSide
}) {
  const [x, y] = [
    (from.x + to.x) / 2 - (to.y - from.y) * 0.12,
    (from.y + to.y) / 2 + (to.x - from.x) * 0.12,
  ]
  return (
    <path
      className={css['tie']}
      data-side={side}
      d={`M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`}
      strokeWidth={width}
    />
  )
}

/** Returns how an edge relates to the highlighted person. */
function edgeSide(
  { from_id: fromId, to_id: toId }: GraphEdge,
  highlightedId: string | null,
): EdgeSide {
  if (highlightedId === null) return 'all'
  if (fromId === highlightedId) return 'given'
  return toId === highlightedId ? 'received' : 'other'
}

/** All edges. Highlighted edges are drawn last, above the others. */
function EdgeLayer({
  edges,
  pointById,
  highlightedId,
}: {
  edges: GraphEdge[]
  pointById: ReadonlyMap<string, GraphPoint>
  highlightedId: string | null
}) {
  const scoreMax = Math.max(...edges.map(({ score }) => score), 1)
  const sideOf = (edge: GraphEdge) => edgeSide(edge, highlightedId)
  const order = { other: 0, all: 0, received: 1, given: 2 }
  return edges
    .toSorted((a, b) => order[sideOf(a)] - order[sideOf(b)])
    .map((edge) => {
      const [from, to] = [pointById.get(edge.from_id), pointById.get(edge.to_id)]
      return from && to ? (
        <EdgeArc
          key={`${edge.from_id} ${edge.to_id}`}
          from={from}
          to={to}
          width={1.5 + 6.5 * Math.sqrt(edge.score / scoreMax)}
          side={sideOf(edge)}
        />
      ) : null
    })
}

/** The hovered or chosen person, and the people connected with them. */
function useHighlight(edges: GraphEdge[], chosen: string | null) {
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  const highlightedId = hoveredId ?? chosen
  const neighborIds = useMemo(
    () =>
      new Set(
        highlightedId
          ? edges
              .filter((edge) => isIncidentEdge(edge, highlightedId))
              .flatMap(({ from_id: fromId, to_id: toId }) => [fromId, toId])
          : [],
      ),
    [edges, highlightedId],
  )
  const stateOf = (id: string): NodeState => {
    if (highlightedId === null) return 'all'
    if (id === highlightedId) return 'here'
    return neighborIds.has(id) ? 'near' : 'far'
  }
  return { highlightedId, setHoveredId, neighborCount: neighborIds.size, stateOf }
}

function ZoomControls({
  zoom,
  top,
  zoomBy,
  reset,
}: {
  zoom: number
  top: number
  zoomBy: (factor: number) => void
  reset: () => void
}) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={css['zoom']} style={{ top }}>
      <button
        type="button"
        className="plain"
        disabled={zoom >= zoomMax}
        onClick={() => zoomBy(1.5)}
      >
        <IconPlus size={18} aria-hidden="true" />
        <span className="sr-only">{t('org.closer')}</span>
      </button>
      <button
        type="button"
        className="plain"
        disabled={zoom <= zoomMin}
        onClick={() => zoomBy(1 / 1.5)}
      >
        <IconMinus size={18} aria-hidden="true" />
        <span className="sr-only">{t('org.further')}</span>
      </button>
      <button type="button" className="plain" disabled={zoom === 1} onClick={reset}>
        <IconArrowsMaximize size={18} aria-hidden="true" />
        <span className="sr-only">{t('org.all')}</span>
      </button>
    </div>
  )
}

function EdgeLegend({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <ul className={css['legend']} data-shown={isShown} aria-hidden="true">
      <li data-side="given">{t('org.given')}</li>
      <li data-side="received">{t('org.received')}</li>
    </ul>
  )
}

type PeopleLayerProps = {
  people: OrgPerson[]
  edges: GraphEdge[]
  chosen: string | null
  onChoose: (id: string | null) => void
  pointById: ReadonlyMap<string, GraphPoint>
  highlight: ReturnType<typeof useHighlight>
  scale: number
  tabStopId: string | undefined
  setTabStopId: (id: string) => void
  hasPanned: () => boolean
  onArrowKey: (event: KeyboardEvent, point: GraphPoint) => void
}
function PeopleLayer({ people, edges, chosen, onChoose, pointById, ...rest }: PeopleLayerProps) {
  const { highlight, scale, tabStopId, setTabStopId, hasPanned, onArrowKey } = rest
  const { stateOf, neighborCount, setHoveredId } = highlight
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const radius = nodeRadius(people.length)
  // All names appear when they fit, otherwise only those of highlighted people.
  const showAllNames = people.length <= 40 && scale < 1.3
  return people.map((person) => {
    const point = pointById.get(person.id)
    const state = stateOf(person.id)
    return point ? (
      <PersonNode
        key={person.id}
        person={person}
        point={point}
        radius={radius}
        state={state}
        isNamed={
          state === 'here' ||
          (state === 'near' && neighborCount <= 12) ||
          (showAllNames && state !== 'far')
        }
        isPressed={chosen === person.id}
        isTabStop={tabStopId === person.id}
        scale={scale}
        label={t('org.person', {
          name: name(person),
          given: edges.filter(({ from_id: fromId }) => fromId === person.id).length,
          received: edges.filter(({ to_id: toId }) => toId === person.id).length,
        })}
        onHighlight={(id) => {
          setHoveredId(id)
          if (id) setTabStopId(id)
        }}
        onChoose={(id) => {
          if (!hasPanned()) onChoose(chosen === id ? null : id)
        }}
        onArrowKey={onArrowKey}
      />
    ) : null
  })
}

function GraphSkeleton({
  container,
  height,
}: {
  container: Ref<HTMLDivElement>
  height: number
}): ReactNode {
  return (
    <div ref={container} className={css['graph']} aria-busy="true">
      <Skeleton height={height} />
    </div>
  )
}

/** The recognition graph. `chosen` is the person shown in the list beside it. */
export function RecognitionGraph({
  people,
  edges,
  chosen,
  onChoose,
}: Pick<OrgChart, 'people' | 'edges'> & {
  chosen: string | null
  onChoose: (id: string | null) => void
}): ReactNode {
  const { t } = useTranslation('dashboard')
  const { ref, width, height, points, viewBox, panZoom } = useGraphGeometry({ people, edges })
  const { view, zoomBy, reset, panHandlers, hasPanned, showPoint } = panZoom
  const [tabStopId, setTabStopId] = useState<string | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const hintId = useId()
  const pointById = useMemo(() => new Map(points?.map((point) => [point.id, point])), [points])
  const highlight = useHighlight(edges, chosen)
  const { highlightedId } = highlight
  if (!points || !viewBox) return <GraphSkeleton container={ref} height={height} />
  const scale = Math.max(viewBox.width / width, viewBox.height / height) / view.zoom
  const firstTabStopId = tabStopId !== null && pointById.has(tabStopId) ? tabStopId : points[0]?.id
  const moveFocus = (event: KeyboardEvent, from: GraphPoint) => {
    if (event.key === 'Escape') onChoose(null)
    const next = neighborInDirection(points, from, event.key)
    if (!next) return
    event.preventDefault()
    setTabStopId(next.id)
    if (view.zoom > 1)
      showPoint(next.x - viewBox.x - viewBox.width / 2, next.y - viewBox.y - viewBox.height / 2)
    svg.current?.querySelector<SVGCircleElement>(`[data-person="${next.id}"]`)?.focus()
  }
  return (
    <div ref={ref} className={css['graph']}>
      <svg
        ref={svg}
        className={css['plane']}
        role="group"
        aria-label={t('org.title')}
        aria-describedby={hintId}
        height={height}
        width="100%"
        data-zoomed={view.zoom > 1}
        {...panHandlers}
        viewBox={visibleViewBox(viewBox, view)}
      >
        <EdgeLayer edges={edges} pointById={pointById} highlightedId={highlightedId} />
        <PeopleLayer
          people={people}
          edges={edges}
          chosen={chosen}
          onChoose={onChoose}
          pointById={pointById}
          highlight={highlight}
          scale={scale}
          tabStopId={firstTabStopId}
          setTabStopId={setTabStopId}
          hasPanned={hasPanned}
          onArrowKey={moveFocus}
        />
      </svg>
      <ZoomControls zoom={view.zoom} top={height - 48} zoomBy={zoomBy} reset={reset} />
      <EdgeLegend isShown={highlightedId !== null} />
      <p id={hintId} className={css['hint']}>
        {t('org.hint')}
      </p>
    </div>
  )
}
