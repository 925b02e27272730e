import { type KeyboardEvent, useId } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { avatarFallback } from '#web/ui/UserAvatar.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import type { GraphPoint } from '../graph-layout.ts'
import css from './recognition-graph.module.css'

type OrgPerson = OutputOf<'leaderboards.org_chart'>['people'][number]
export type NodeState = 'all' | 'near' | 'far' | 'here'

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

type NodeNameProps = { person: OrgPerson; radius: number; scale: number }
function NodeName({ person, radius, scale }: NodeNameProps) {
  const name = usePersonName()
  return (
    <text
      aria-hidden="true"
      className={css['label']}
      fontSize={13 * scale}
      strokeWidth={4 * scale}
      y={radius + 15 * scale}
    >
      {person.state === 'deleted' ? name(person) : person.first_name || person.name}
    </text>
  )
}

/** A person's avatar as a button. Hover, focus and selection highlight the person's edges. */
export function PersonNode({
  person,
  point,
  radius,
  state,
  isNamed,
  isPressed,
  label,
  isTabStop,
  scale,
  onHighlight,
  onChoose,
  onArrowKey,
}: {
  person: OrgPerson
  point: GraphPoint
  radius: number
  state: NodeState
  isNamed: boolean
  isPressed: boolean
  label: string
  isTabStop: boolean
  scale: number
  onHighlight: (id: string | null) => void
  onChoose: (id: string) => void
  onArrowKey: (event: KeyboardEvent, point: GraphPoint) => void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return onArrowKey(event, point)
    event.preventDefault()
    return onChoose(person.id)
  }
  return (
    <g
      className={css['person']}
      data-state={state}
      data-pressed={isPressed}
      transform={`translate(${point.x} ${point.y})`}
    >
      <circle r={radius + 3} className={css['halo']} />
      <NodePicture person={person} radius={radius} />
      {isNamed ? <NodeName person={person} radius={radius} scale={scale} /> : null}
      {/* Initials are decorative; the button above them has the accessible name. */}
      <circle
        r={radius + 3}
        fill="transparent"
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-pressed={isPressed}
        data-person={person.id}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') onHighlight(person.id)
        }}
        onPointerLeave={() => onHighlight(null)}
        onFocus={() => onHighlight(person.id)}
        onBlur={() => onHighlight(null)}
        onClick={() => onChoose(person.id)}
        onKeyDown={onKeyDown}
      />
    </g>
  )
}
