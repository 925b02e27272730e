import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import type { GraphPoint } from '../force-layout.ts'
import { neighborInDirection, type GraphEdge } from '../graph-layout.ts'
import { type GraphNode, GraphNodeButton, type NodeState } from './GraphNode.tsx'
import { zoomMax, zoomMin } from './use-pan-zoom.ts'
import css from './recognition-graph.module.css'
import { EdgeLayer, isIncidentEdge } from './GraphEdges.tsx'
import { useGraphGeometry, visibleViewBox } from './use-graph-geometry.ts'

/** Area in px² that a node needs to have its name below it. */
const nodeAreaMin = 12_000

/** The hovered or chosen person, and the people connected with them. */
function useHighlight(edges: readonly GraphEdge[], chosen: string | null) {
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

type NodeLayerProps = {
  nodes: readonly GraphNode[]
  chosen: string | null
  onChoose: (id: string | null) => void
  pointById: ReadonlyMap<string, GraphPoint>
  highlight: ReturnType<typeof useHighlight>
  scale: number
  hasRoomForNames: boolean
  tabStopId: string | null | undefined
  setTabStopId: (id: string) => void
  hasPanned: () => boolean
  onArrowKey: (event: KeyboardEvent, point: GraphPoint) => void
}
function NodeLayer({ nodes, chosen, onChoose, pointById, ...rest }: NodeLayerProps) {
  const { highlight, scale, hasRoomForNames, tabStopId, setTabStopId, hasPanned, onArrowKey } = rest
  const { stateOf, neighborCount, setHoveredId } = highlight
  // All names appear when they fit, otherwise only those of highlighted nodes.
  const showAllNames = hasRoomForNames || (nodes.length <= 40 && scale < 1.3)
  return nodes.map((node) => {
    const point = pointById.get(node.id)
    const state = stateOf(node.id)
    return point ? (
      <GraphNodeButton
        key={node.id}
        node={node}
        point={point}
        state={state}
        isNamed={
          state === 'here' ||
          (state === 'near' && neighborCount <= 12) ||
          (showAllNames && state !== 'far')
        }
        isPressed={chosen === node.id}
        isTabStop={tabStopId === node.id}
        scale={scale}
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

/** One node is in the tab order; arrow keys move the focus to its neighbors. */
function useArrowKeys({
  points,
  viewBox,
  panZoom: { view, showPoint },
  onEscape,
}: Pick<ReturnType<typeof useGraphGeometry>, 'points' | 'viewBox' | 'panZoom'> & {
  onEscape: () => void
}) {
  const [focusedId, setTabStopId] = useState<string | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const tabStopId = points.some(({ id }) => id === focusedId) ? focusedId : points[0]?.id
  const moveFocus = (event: KeyboardEvent, from: GraphPoint) => {
    if (event.key === 'Escape') onEscape()
    const next = neighborInDirection(points, from, event.key)
    if (!next) return
    event.preventDefault()
    setTabStopId(next.id)
    if (view.zoom > 1)
      showPoint(next.x - viewBox.x - viewBox.width / 2, next.y - viewBox.y - viewBox.height / 2)
    svg.current?.querySelector<SVGCircleElement>(`[data-node="${next.id}"]`)?.focus()
  }
  return { svg, tabStopId, setTabStopId, moveFocus }
}

type RecognitionGraphProps = {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  drawnMax: number
  chosen: string | null
  onChoose: (id: string | null) => void
  hint: string
}
/**
 * The recognition graph. `chosen` is the person shown in the list beside it. More than `drawnMax`
 * edges would hide one another: the weaker ones appear with their node.
 */
export function RecognitionGraph({
  nodes,
  edges,
  chosen,
  onChoose,
  hint,
  drawnMax,
}: RecognitionGraphProps): ReactNode {
  const { t } = useTranslation('dashboard')
  const { ref, width, height, points, viewBox, panZoom } = useGraphGeometry(nodes, edges)
  const { view, zoomBy, reset, panHandlers, hasPanned } = panZoom
  const hintId = useId()
  const pointById = useMemo(() => new Map(points.map((point) => [point.id, point])), [points])
  const highlight = useHighlight(edges, chosen)
  const { highlightedId } = highlight
  const scale = Math.max(viewBox.width / width, viewBox.height / height) / view.zoom
  const { svg, tabStopId, setTabStopId, moveFocus } = useArrowKeys({
    points,
    viewBox,
    panZoom,
    onEscape: () => onChoose(null),
  })
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
        <EdgeLayer
          edges={edges}
          drawnMax={drawnMax}
          pointById={pointById}
          highlightedId={highlightedId}
        />
        <NodeLayer
          nodes={nodes}
          chosen={chosen}
          onChoose={onChoose}
          pointById={pointById}
          highlight={highlight}
          scale={scale}
          hasRoomForNames={(width * height) / nodes.length > nodeAreaMin}
          tabStopId={tabStopId}
          setTabStopId={setTabStopId}
          hasPanned={hasPanned}
          onArrowKey={moveFocus}
        />
      </svg>
      <ZoomControls zoom={view.zoom} top={height - 48} zoomBy={zoomBy} reset={reset} />
      <EdgeLegend isShown={highlightedId !== null} />
      <p id={hintId} className={css['hint']}>
        {hint} {edges.length > drawnMax ? t('org.more', { count: drawnMax }) : null}
      </p>
    </div>
  )
}
