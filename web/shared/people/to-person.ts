import type { Person } from '#contract/schemas/users.ts'

/** Returns the person of a record that holds more, as the draft of a post stores it. */
export const toPerson = (record: Person): Person => ({
  id: record.id,
  name: record.name,
  first_name: record.first_name,
  last_name: record.last_name,
  avatar: record.avatar,
  job_title: record.job_title,
  state: record.state,
  demo: record.demo,
})
