import { z } from 'zod'
import { namedObject } from './common.ts'

/**
 * The secret address of the user's calendar of important dates (iCalendar). Null if there is none.
 */
export const calendarFeed = namedObject('CalendarFeed', { url: z.url().nullable() })
