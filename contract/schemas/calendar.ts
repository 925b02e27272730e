import { z } from 'zod'

/**
 * The secret address of the user's calendar of important dates (iCalendar). Null if there is none.
 */
export const calendarFeed = z.object({ url: z.url().nullable() })
