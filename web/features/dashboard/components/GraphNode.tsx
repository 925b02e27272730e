import { type KeyboardEvent, useId } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { avatarFallback } from '#web/ui/UserAvatar.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { GraphPoint, LayoutNode } from '../force-layout.ts'
import css from './recognition-graph.module.css'

type OrgPerson = OutputOf<'leaderboards.org_chart'>['people'][number]
export type NodeState = 'all' | 'near' | 'far' | 'here'
/**
 * A person of the graph, or the group around a person with the number of its people. `label` is the
 * accessible name.
 */
export type GraphNode = LayoutNode & { person: OrgPerson; label: string; people?: number }

/** The person's picture in a circle, or their initials. */
function NodePicture({ person, radius }: { person: OrgPerson; radius: number }) {
  const clipId = useId()
  const { initials, tone } = avatarFallback(person)
  return (
    <>
      <circle r={radius} fill={tone} />
      {person.avatar.url ? (
        <>
          <clipPath id={clipId}>
            <circle r={radius} />
          </clipPath>
          <image
            href={person.avatar.url}
            x={-radius}
            y={-radius}
            width={radius * 2}
            height={radius * 2}
            preserveAspectRatio="xMidYMid slice"
            clipPath={`url(#${clipId})`}
          />
        </>
      ) : (
        <text aria-hidden="true" className={css['initials']} fontSize={radius * 0.74} dy="0.35em">
          {initials}
        </text>
      )}
    </>
  )
}

/** A group as a circle with the number of its people. */
function GroupPicture({ people, radius }: { people: number; radius: number }) {
  return (
    <>
      <circle r={radius} className={css['group']} />
      <text aria-hidden="true" className={css['size']} fontSize={radius * 0.62} dy="0.35em">
        {formatNumber(people)}
      </text>
    </>
  )
}

type NodeNameProps = { person: OrgPerson; radius: number; scale: number; isFull: boolean }
function NodeName({ person, radius, scale, isFull }: NodeNameProps) {
  const name = usePersonName()
  return (
    <text
      aria-hidden="true"
      className={css['label']}
      fontSize={13 * scale}
      strokeWidth={4 * scale}
      y={radius + 15 * scale}
    >
      {isFull || person.state === 'deleted' ? name(person) : person.first_name || person.name}
    </text>
  )
}

/** A node as a button. Hover, focus and selection highlight its edges. */
export function GraphNodeButton({
  node,
  point,
  state,
  isNamed,
  isPressed,
  isTabStop,
  scale,
  onHighlight,
  onChoose,
  onArrowKey,
}: {
  node: GraphNode
  point: GraphPoint
  state: NodeState
  isNamed: boolean
  isPressed: boolean
  isTabStop: boolean
  scale: number
  onHighlight: (id: string | null) => void
  onChoose: (id: string) => void
  onArrowKey: (event: KeyboardEvent, point: GraphPoint) => void
}) {
  const { id, person, people, radius, label } = node
  const isGroup = people !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return onArrowKey(event, point)
    event.preventDefault()
    return onChoose(id)
  }
  return (
    <g
      className={css['person']}
      data-state={state}
      data-pressed={isPressed}
      transform={`translate(${point.x} ${point.y})`}
    >
      <circle r={radius + 3} className={css['halo']} />
      {isGroup ? (
        <GroupPicture people={people} radius={radius} />
      ) : (
        <NodePicture person={person} radius={radius} />
      )}
      {isNamed ? <NodeName person={person} radius={radius} scale={scale} isFull={isGroup} /> : null}
      {/* Initials and numbers are decorative; the button above them has the accessible name. */}
      <circle
        r={radius + 3}
        fill="transparent"
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        {...(isGroup ? {} : { 'aria-pressed': isPressed })}
        data-node={id}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') onHighlight(id)
        }}
        onPointerLeave={() => onHighlight(null)}
        onFocus={() => onHighlight(id)}
        onBlur={() => onHighlight(null)}
        onClick={() => onChoose(id)}
        onKeyDown={onKeyDown}
      />
    </g>
  )
}
