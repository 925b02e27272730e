/** Bounds of the displays of a team and of what a display shows. */
export const officeScreenLimits = {
  office_screens_max: 20,
  office_screen_name_chars_max: 50,
  office_screen_posts_max: 12,
  office_screen_recipients_max: 3,
  office_screen_leaders_max: 5,
  office_screen_dates_max: 3,
} as const
