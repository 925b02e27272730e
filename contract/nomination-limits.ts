/** Limits of nominations. */
export const nominationLimits = {
  /** Open nomination rounds of a team, and the bounds of a round. */
  nomination_rounds_max: 50,
  nomination_questions_max: 5,
  nomination_choices_max: 10,
  nomination_criteria_max: 5,
  nomination_jurors_max: 15,
  nomination_winners_max: 20,
  nomination_points_max: 10_000,
  nomination_label_chars_max: 200,
  nomination_round_days_max: 366,
  nominations_of_person_max: 20,
  nomination_score_max: 5,
  nomination_quotes_max: 3,
  nominated_group_people_max: 50,
  nomination_answer_chars_max: 1_000,
  /** Texts of a nominee on the ballot of a juror. */
  nomination_ballot_texts_max: 20,
  /** Winners of one announcement, with those who share the last place. */
  nomination_winners_listed: 100,
} as const
