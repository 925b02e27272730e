import type { ComponentProps, ReactNode } from 'react'
import type { LeaderboardMode, LimitPeriod } from '#contract/schemas/settings.ts'
import type { ImportantDate } from '#contract/schemas/users.ts'
import type { UserAvatar } from '#web/ui/UserAvatar.tsx'
import type { ValueChip } from '#web/ui/ValueChip.tsx'

/** What a screen shows, from the calls of a member or from the link of a display. */
export type ScreenPerson = ComponentProps<typeof UserAvatar>['user']
export type Slide = {
  id: string
  author: ScreenPerson
  /** The first recipients, of `toCount`. */
  to: ScreenPerson[]
  toCount: number
  value: ComponentProps<typeof ValueChip>['value']
  score: number
  text: ReactNode
  picture: ReactNode
  createdAt: string
}
export type ScreenLeaders = {
  mode: LeaderboardMode
  period: LimitPeriod
  total: number
  items: { person: ScreenPerson; score: number }[]
}
export type ScreenDate = Pick<ImportantDate, 'kind' | 'date' | 'years'> & { person: ScreenPerson }
