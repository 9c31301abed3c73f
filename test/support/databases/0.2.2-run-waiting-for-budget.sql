-- Added to 0.2.2.sql: a run that is open, waiting for budget.

INSERT OR REPLACE INTO outbound (ordinal, id, kind, lane, subject, payload, state, detail, attempts, last_error, created_at_ms, changed_at_ms) VALUES
  (49, '00000000-0000-4000-8000-000000000049', 'run', 'run', 'run:3', '{"runId":3}', 'waiting', '{"state":"waiting","untilMs":1795243261000,"error":{"kind":"conflict","message":"The item changes of the last 24 hours are used up. The run continues once changes are available."},"earlier":null}', 1, '{"kind":"conflict","message":"The item changes of the last 24 hours are used up. The run continues once changes are available."}', 1795183260000, 1795183262000);

INSERT OR REPLACE INTO outbound_history (id, outbound_id, at_ms, event, from_state, to_state, detail) VALUES
  (126, '00000000-0000-4000-8000-000000000049', 1795183260000, 'add', NULL, 'queued', NULL),
  (127, '00000000-0000-4000-8000-000000000049', 1795183261000, 'dispatch', 'queued', 'sending', NULL),
  (128, '00000000-0000-4000-8000-000000000049', 1795183262000, 'notNow', 'sending', 'waiting', 'The item changes of the last 24 hours are used up. The run continues once changes are available.');

INSERT OR REPLACE INTO outbound_hold (only, reason, since_ms) VALUES
  (1, 'restored', 1795183262000);

INSERT OR REPLACE INTO items (sku, added_at_ms, wants_read, state, title, title_key, quantity, condition, picture_url, is_incomplete, is_low_stock, is_refused, edited_at_ms, read_at_ms, search_text, changed_columns, problems, unreadable, unreadable_count, listing_state, price, currency, category) VALUES
  ('OPEN-1', 1795165200000, 0, 'saved', 'New OPEN-1', 'new open-1', 3, 'USED_GOOD', NULL, 1, 0, 0, NULL, 1795183261000, 'open-1 new open-1', '[]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-2', 1795165200000, 0, 'unknown', 'Item OPEN-2', 'item open-2', 8, 'USED_GOOD', NULL, 1, 0, 0, 1795165200000, 1795165200000, 'open-2 item open-2', '["quantity"]', '[]', '{}', 0, 'unread', NULL, NULL, NULL),
  ('OPEN-5', 1795165200000, 0, 'changed', 'New OPEN-5', 'new open-5', 3, 'USED_GOOD', NULL, 1, 0, 1, 1795165200000, 1795165200000, 'open-5 new open-5', '["title"]', '[{"path":["product","upc"],"column":"upc","errorId":25002,"message":"Invalid UPC.","from":"platform"}]', '{}', 0, 'unread', NULL, NULL, NULL);

INSERT OR REPLACE INTO item_records (sku, record, last_record, read_at_ms, read_problem) VALUES
  ('OPEN-1', '{"condition":"USED_GOOD","product":{"title":"New OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', 1795183261000, NULL);

INSERT OR REPLACE INTO item_edits (sku, edit, source, saved_at_ms, refused_edit, refusals) VALUES
  ('OPEN-5', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-5","was":"Item OPEN-5"}]}', NULL, 1795165200000, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-5","was":"Item OPEN-5"}]}', '[{"path":["product","upc"],"errorId":25002,"message":"Invalid UPC."}]');

DELETE FROM item_edits WHERE sku IN ('OPEN-1');

INSERT OR REPLACE INTO item_saves (id, sku, state, base, sent, after, edit, attempt, message, outbound_id, note, cause, started_at_ms, ended_at_ms) VALUES
  (13, 'OPEN-1', 'saved', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New OPEN-1","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-1","was":"Item OPEN-1"}]}', 13, 'Saved', NULL, '', 'Stallhand ended before the platform answered.', 1795183261000, 1795183261000),
  (14, 'OPEN-5', 'refused', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-5","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"New OPEN-5","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-5","was":"Item OPEN-5"}]}', 14, 'The platform refused it.', NULL, '', 'Stallhand ended before the platform answered.', 1795183261000, 1795183261000),
  (15, 'OPEN-2', 'unknown', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-2","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":3}}}', '{"condition":"USED_GOOD","product":{"title":"Item OPEN-2","upc":["012345678905"]},"availability":{"shipToLocationAvailability":{"quantity":8}}}', NULL, '{"onto":"existing","changes":[{"op":"set","path":["availability","shipToLocationAvailability","quantity"],"value":8,"was":3}]}', 15, 'The connection broke before the answer came. The item is read again until it shows whether the change was saved. Your edit is kept.', NULL, '', 'The connection broke before the answer came.', 1795183261000, 1795183261000);

INSERT OR REPLACE INTO item_change_ledger (id, call_id, sku, items, at_ms, wall_ms, refunded) VALUES
  (13, NULL, 'OPEN-1', 1, 1795183261000, 1795183261000, 0),
  (14, NULL, 'OPEN-5', 1, 1795183261000, 1795183261000, 0),
  (15, NULL, 'OPEN-2', 1, 1795183261000, 1795183261000, 0),
  (16, 15, 'OPEN-6', 1, 1795183261000, 1795183261000, 0);

INSERT OR REPLACE INTO inventory_marks (name, value) VALUES
  ('budgetTime', '{"ledgerMs":1795183262000,"wallMs":1795183262000,"monotonicMs":0,"run":"of 0.2.2"}');

INSERT OR REPLACE INTO send_runs (id, is_open, state, problem, created_at_ms, started_at_ms, ended_at_ms) VALUES
  (3, 1, '{"name":"waiting","from":"sending","reason":"budget","untilMs":1795243261000}', NULL, 1795183200000, 1795183200000, NULL);

INSERT OR REPLACE INTO send_run_rows (run_id, sku, state, held_reason, message, problems, edit, excluded, deletions, is_stock_correction, content_language, last_read_at_ms, save_id) VALUES
  (3, 'OPEN-1', 'saved', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-1","was":"Item OPEN-1"}]}', '[]', '[]', 0, 'en-US', NULL, 13),
  (3, 'OPEN-2', 'unknown', NULL, 'The connection broke before the answer came.', '[]', '{"onto":"existing","changes":[{"op":"set","path":["availability","shipToLocationAvailability","quantity"],"value":8,"was":3}]}', '[]', '[]', 1, 'en-US', NULL, 15),
  (3, 'OPEN-3', 'planned', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-3","was":"Item OPEN-3"},{"op":"remove","path":["product","upc"],"was":["012345678905"]}]}', '[["product","upc"]]', '[]', 0, 'en-US', NULL, NULL),
  (3, 'OPEN-4', 'planned', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-4","was":"Item OPEN-4"}]}', '[]', '[]', 0, 'de-DE', 1795165200000, NULL),
  (3, 'OPEN-5', 'refused', NULL, 'The platform refused it.', '[{"path":["product","upc"],"errorId":25002,"message":"Invalid UPC."}]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-5","was":"Item OPEN-5"}]}', '[]', '[]', 0, 'en-US', NULL, 14),
  (3, 'OPEN-6', 'planned', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-6","was":"Item OPEN-6"}]}', '[]', '[]', 0, 'en-US', NULL, NULL),
  (3, 'OPEN-7', 'held', 'problem', 'Enter a title.', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-7","was":"Item OPEN-7"}]}', '[]', '[]', 0, 'en-US', NULL, NULL);

