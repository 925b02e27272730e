import { z } from 'zod'

/**
 * The secret address of one's own calendar of important dates (iCalendar); null where one has none.
 */
export const calendarFeed = z.object({ url: z.url().nullable() })
