import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { avatarFallback } from '#web/ui/UserAvatar.tsx'
import {
  viewBoxOf,
  layOutGraph,
  neighborInDirection,
  type GraphPoint,
  nodeRadius,
} from '../graph-layout.ts'
import css from './recognition-graph.module.css'

type OrgChart = OutputOf<'leaderboards.org_chart'>
type Edge = OrgChart['edges'][number]
type OrgPerson = OrgChart['people'][number]
const [zoomMin, zoomMax] = [1, 6]
const initialView = { zoom: 1, x: 0, y: 0 }
const isIncidentEdge = ({ from_id: fromId, to_id: toId }: Edge, id: string) =>
  fromId === id || toId === id

/**
 * Where everybody stands; undefined until it is known. It waits for `wide`: the shape of the place.
 */
function useGraphLayout(
  { people, edges }: Pick<OrgChart, 'people' | 'edges'>,
  wide: boolean | undefined,
): GraphPoint[] | undefined {
  const [found, setFound] = useState<{ people: OrgPerson[]; edges: Edge[]; points: GraphPoint[] }>()
  useEffect(() => {
    if (wide === undefined) return undefined
    const leave = new AbortController()
    void layOutGraph(
      people.map(({ id }) => id),
      edges,
      wide,
      leave.signal,
    ).then((points) => setFound({ people, edges, points }))
    return () => leave.abort()
  }, [people, edges, wide])
  return found && found.people === people && found.edges === edges ? found.points : undefined
}

/** A tie as a bow, so that there and back are two lines; the thicker, the more points. */
function EdgeArc({
  from,
  to,
  width,
  side,
}: {
  from: GraphPoint
  to: GraphPoint
  width: number
  side: 'given' | 'received' | 'other' | 'all'
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

/** Somebody's face, as a button: who is pointed at, focused or chosen shows their ties. */
function PersonNode({
  person,
  point,
  radius,
  state,
  named,
  pressed,
  label,
  tabbed,
  scale,
  onLook,
  onChoose,
  onMove,
}: {
  person: OrgPerson
  point: GraphPoint
  radius: number
  state: 'all' | 'near' | 'far' | 'here'
  named: boolean
  pressed: boolean
  label: string
  tabbed: boolean
  scale: number
  onLook: (id: string | null) => void
  onChoose: (id: string) => void
  onMove: (event: KeyboardEvent, point: GraphPoint) => void
}) {
  const clip = useId()
  const name = usePersonName()
  const { initials, tone } = avatarFallback(person)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return onMove(event, point)
    event.preventDefault()
    return onChoose(person.id)
  }
  return (
    <g
      className={css['person']}
      data-state={state}
      data-pressed={pressed}
      transform={`translate(${point.x} ${point.y})`}
    >
      <circle r={radius + 3} className={css['halo']} />
      <circle r={radius} fill={tone} />
      {person.avatar.url ? (
        <>
          <clipPath id={clip}>
            <circle r={radius} />
          </clipPath>
          <image
            href={person.avatar.url}
            x={-radius}
            y={-radius}
            width={radius * 2}
            height={radius * 2}
            preserveAspectRatio="xMidYMid slice"
            clipPath={`url(#${clip})`}
          />
        </>
      ) : (
        <text aria-hidden="true" className={css['initials']} fontSize={radius * 0.74} dy="0.35em">
          {initials}
        </text>
      )}
      {named ? (
        <text
          aria-hidden="true"
          className={css['label']}
          fontSize={13 * scale}
          strokeWidth={4 * scale}
          y={radius + 15 * scale}
        >
          {person.state === 'deleted' ? name(person) : person.first_name || person.name}
        </text>
      ) : null}
      {/* The letters are a picture of the person; the button above them has the name. */}
      <circle
        r={radius + 3}
        fill="transparent"
        role="button"
        tabIndex={tabbed ? 0 : -1}
        aria-label={label}
        aria-pressed={pressed}
        data-person={person.id}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') onLook(person.id)
        }}
        onPointerLeave={() => onLook(null)}
        onFocus={() => onLook(person.id)}
        onBlur={() => onLook(null)}
        onClick={() => onChoose(person.id)}
        onKeyDown={press}
      />
    </g>
  )
}

/**
 * The part of the plane that is seen: moved by dragging, and by buttons made larger. Never further
 * than to its edge.
 */
function usePanZoom(width: number, height: number) {
  const [view, setView] = useState(initialView)
  const drag = useRef<{ x: number; y: number } | null>(null)
  const moved = useRef(false)
  const within = (next: typeof initialView) => {
    const [x, y] = [(width * (1 - 1 / next.zoom)) / 2, (height * (1 - 1 / next.zoom)) / 2]
    return {
      zoom: next.zoom,
      x: Math.min(x, Math.max(-x, next.x)),
      y: Math.min(y, Math.max(-y, next.y)),
    }
  }
  const zoomBy = (factor: number) =>
    setView((old) =>
      within({ ...old, zoom: Math.min(zoomMax, Math.max(zoomMin, old.zoom * factor)) }),
    )
  const hand = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      drag.current = { x: event.clientX, y: event.clientY }
      moved.current = false
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const from = drag.current
      if (!from || view.zoom === 1) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      // A hand that trembles while it taps moves nothing.
      if (!moved.current && Math.hypot(dx, dy) < 5) return
      if (!moved.current) event.currentTarget.setPointerCapture(event.pointerId)
      moved.current = true
      drag.current = { x: event.clientX, y: event.clientY }
      const shown = width / view.zoom / event.currentTarget.clientWidth
      setView((old) => within({ ...old, x: old.x - dx * shown, y: old.y - dy * shown }))
    },
    onPointerUp: () => {
      drag.current = null
    },
    onPointerCancel: () => {
      drag.current = null
    },
  }
  return {
    view,
    zoomBy,
    reset: () => setView(initialView),
    hand,
    hasMoved: () => moved.current,
    showPoint: (x: number, y: number) => setView((old) => within({ ...old, x, y })),
  }
}

/** Who thanks whom, as a picture. `chosen`: whose ties the list beside shows. */
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
  const name = usePersonName()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const height = width < 500 ? 400 : 460
  const points = useGraphLayout({ people, edges }, width ? width >= 500 : undefined)
  const radius = nodeRadius(people.length)
  const box = useMemo(
    () => (points && width ? viewBoxOf(points, radius, width, height) : undefined),
    [points, radius, width, height],
  )
  const { view, zoomBy, reset, hand, hasMoved, showPoint } = usePanZoom(
    box?.width ?? 0,
    box?.height ?? 0,
  )
  const [looked, setLooked] = useState<string | null>(null)
  const [tabbed, setTabbed] = useState<string | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const hint = useId()
  const at = useMemo(() => new Map(points?.map((point) => [point.id, point])), [points])
  const here = looked ?? chosen
  const near = useMemo(
    () =>
      new Set(
        here
          ? edges
              .filter((edge) => isIncidentEdge(edge, here))
              .flatMap(({ from_id: fromId, to_id: toId }) => [fromId, toId])
          : [],
      ),
    [edges, here],
  )
  if (!points || !box)
    return (
      <div ref={ref} className={css['graph']} aria-busy="true">
        <Skeleton height={height} />
      </div>
    )
  const most = Math.max(...edges.map(({ score }) => score), 1)
  const scale = Math.max(box.width / width, box.height / height) / view.zoom
  const first = tabbed !== null && at.has(tabbed) ? tabbed : points[0]?.id
  const move = (event: KeyboardEvent, from: GraphPoint) => {
    if (event.key === 'Escape') onChoose(null)
    const next = neighborInDirection(points, from, event.key)
    if (!next) return
    event.preventDefault()
    setTabbed(next.id)
    if (view.zoom > 1) showPoint(next.x - box.x - box.width / 2, next.y - box.y - box.height / 2)
    svg.current?.querySelector<SVGCircleElement>(`[data-person="${next.id}"]`)?.focus()
  }
  const sideOf = ({ from_id: fromId, to_id: toId }: Edge) =>
    here === null ? 'all' : fromId === here ? 'given' : toId === here ? 'received' : 'other'
  const stateOf = (id: string) =>
    here === null ? 'all' : id === here ? 'here' : near.has(id) ? 'near' : 'far'
  const [shownWidth, shownHeight] = [box.width / view.zoom, box.height / view.zoom]
  // Names stand where there is room for them, otherwise with who is looked at.
  const allNamed = people.length <= 40 && scale < 1.3
  // What is looked at stands in front.
  const order = { other: 0, all: 0, received: 1, given: 2 }
  const sorted = edges.toSorted((a, b) => order[sideOf(a)] - order[sideOf(b)])
  return (
    <div ref={ref} className={css['graph']}>
      <svg
        ref={svg}
        className={css['plane']}
        role="group"
        aria-label={t('org.title')}
        aria-describedby={hint}
        height={height}
        width="100%"
        data-zoomed={view.zoom > 1}
        {...hand}
        viewBox={`${box.x + view.x + (box.width - shownWidth) / 2} ${box.y + view.y + (box.height - shownHeight) / 2} ${shownWidth} ${shownHeight}`}
      >
        {sorted.map((edge) => {
          const [from, to] = [at.get(edge.from_id), at.get(edge.to_id)]
          return from && to ? (
            <EdgeArc
              key={`${edge.from_id} ${edge.to_id}`}
              from={from}
              to={to}
              width={1.5 + 6.5 * Math.sqrt(edge.score / most)}
              side={sideOf(edge)}
            />
          ) : null
        })}
        {people.map((person) => {
          const point = at.get(person.id)
          const state = stateOf(person.id)
          return point ? (
            <PersonNode
              key={person.id}
              person={person}
              point={point}
              radius={radius}
              state={state}
              named={
                state === 'here' ||
                (state === 'near' && near.size <= 12) ||
                (allNamed && state !== 'far')
              }
              pressed={chosen === person.id}
              tabbed={first === person.id}
              scale={scale}
              label={t('org.person', {
                name: name(person),
                given: edges.filter(({ from_id: fromId }) => fromId === person.id).length,
                received: edges.filter(({ to_id: toId }) => toId === person.id).length,
              })}
              onLook={(id) => {
                setLooked(id)
                if (id) setTabbed(id)
              }}
              onChoose={(id) => {
                if (!hasMoved()) onChoose(chosen === id ? null : id)
              }}
              onMove={move}
            />
          ) : null
        })}
      </svg>
      <div className={css['zoom']} style={{ top: height - 48 }}>
        <button
          type="button"
          className="plain"
          disabled={view.zoom >= zoomMax}
          onClick={() => zoomBy(1.5)}
        >
          <IconPlus size={18} aria-hidden="true" />
          <span className="sr-only">{t('org.closer')}</span>
        </button>
        <button
          type="button"
          className="plain"
          disabled={view.zoom <= zoomMin}
          onClick={() => zoomBy(1 / 1.5)}
        >
          <IconMinus size={18} aria-hidden="true" />
          <span className="sr-only">{t('org.further')}</span>
        </button>
        <button type="button" className="plain" disabled={view.zoom === 1} onClick={reset}>
          <IconArrowsMaximize size={18} aria-hidden="true" />
          <span className="sr-only">{t('org.all')}</span>
        </button>
      </div>
      <ul className={css['legend']} data-shown={here !== null} aria-hidden="true">
        <li data-side="given">{t('org.given')}</li>
        <li data-side="received">{t('org.received')}</li>
      </ul>
      <p id={hint} className={css['hint']}>
        {t('org.hint')}
      </p>
    </div>
  )
}
