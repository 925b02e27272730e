import { z } from 'zod'
import {
  color,
  displayName,
  flag,
  isOneLine,
  language,
  money,
  namedObject,
  namedStrictObject,
  picture,
  text,
  timezone,
  wholeNumber,
} from './common.ts'
import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'

export const limitPeriod = z
  .enum(['day', 'week', 'month', 'quarter'], 'wrong_format')
  .meta({ id: 'LimitPeriod' })
export type LimitPeriod = z.infer<typeof limitPeriod>
export const notificationEvent = z
  .enum([
    'points_received',
    'reward_redeemed',
    'reward_fulfilled',
    'weekly_digest',
    'points_left',
    'monthly_report',
    'awards',
  ])
  .meta({ id: 'NotificationEvent' })
export type NotificationEvent = z.infer<typeof notificationEvent>
export const notifications = namedObject('NotificationSettings', {
  points_received: z.boolean(),
  reward_redeemed: z.boolean(),
  reward_fulfilled: z.boolean(),
  weekly_digest: z.boolean(),
  points_left: z.boolean(),
  monthly_report: z.boolean(),
  awards: z.boolean(),
})

/**
 * Ranking of the leaderboard: receivers, givers, or none (`together`: the total of the team and the
 * reader's own part).
 */
export const leaderboardMode = z
  .enum(['receivers', 'givers', 'together'], 'wrong_format')
  .meta({ id: 'LeaderboardMode' })
export type LeaderboardMode = z.infer<typeof leaderboardMode>

/** Birthdays are shown to others once a person agrees, unless a person refuses, or never. */
const birthdayRule = z
  .enum(['opt_in', 'opt_out', 'off'], 'wrong_format')
  .meta({ id: 'BirthdayRule' })
export type BirthdayRule = z.infer<typeof birthdayRule>

/** Settings of a workspace. `limit` and `limit_per_post` null mean unlimited. */
export const settings = namedObject('Settings', {
  name: z.string(),
  logo: picture,
  limit_period: limitPeriod,
  limit: z.number().int().nullable(),
  limit_per_post: z.number().int().nullable(),
  /** What 100 points are worth today. Null: not stated, or the reader is no administrator. */
  hundred_points: money.nullable(),
  show_leaderboard: z.boolean(),
  leaderboard_mode: leaderboardMode,
  /** Features under posts, besides likes. */
  comments: z.boolean(),
  reactions: z.boolean(),
  add_ons: z.boolean(),
  birthdays: birthdayRule,
  contact: z.string(),
  notifications,
  language,
  timezone: z.string(),
  active_color: z.string(),
})
export type Settings = z.infer<typeof settings>

export const settingsInput = z
  .strictObject({
    name: displayName(1, limits.team_name_chars_max),
    limit_period: limitPeriod,
    limit: wholeNumber(0, limits.limit_max).nullable(),
    limit_per_post: wholeNumber(1, limits.score_max).nullable(),
    show_leaderboard: flag,
    leaderboard_mode: leaderboardMode,
    comments: flag,
    reactions: flag,
    add_ons: flag,
    birthdays: birthdayRule,
    /** A name, or an address in the form of `email`. */
    contact: text(0, limits.email_chars_max)
      .refine(
        (contact) => !contact.includes('@') || normalizeAddress(contact) !== undefined,
        'email_invalid',
      )
      .refine((contact) => contact.includes('@') || isOneLine(contact), 'invisible_characters'),
    language,
    timezone,
    active_color: color,
  })
  .partial()
  .meta({ id: 'SettingsInput' })
export const notificationsInput = z
  .strictObject({
    points_received: flag,
    reward_redeemed: flag,
    reward_fulfilled: flag,
    weekly_digest: flag,
    points_left: flag,
    monthly_report: flag,
    awards: flag,
  })
  .partial()
  .meta({ id: 'NotificationSettingsInput' })

/** Token of an unsubscribe link. It works without a sign-in (RFC 8058). */
export const subscriptionToken = namedStrictObject('SubscriptionToken', {
  token: z
    .string('unsubscribe_invalid')
    .min(1, 'unsubscribe_invalid')
    .max(300, 'unsubscribe_invalid'),
})
export const subscriptionInput = subscriptionToken
  .extend({
    subscribed: z.boolean('wrong_format'),
  })
  .meta({ id: 'SubscriptionInput' })
export const mailSubscription = namedObject('MailSubscription', {
  event: notificationEvent,
  team: z.string(),
  subscribed: z.boolean(),
})
