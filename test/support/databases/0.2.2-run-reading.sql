-- Added to 0.2.2.sql: a run that is open, reading.

INSERT OR REPLACE INTO send_runs (id, is_open, state, problem, created_at_ms, started_at_ms, ended_at_ms) VALUES
  (3, 1, '{"name":"reading"}', NULL, 1795183200000, NULL, NULL);

INSERT OR REPLACE INTO send_run_rows (run_id, sku, state, held_reason, message, problems, edit, excluded, deletions, is_stock_correction, content_language, last_read_at_ms, save_id) VALUES
  (3, 'OPEN-1', 'planned', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-1","was":"Item OPEN-1"}]}', '[]', '[]', 0, 'en-US', NULL, NULL),
  (3, 'OPEN-2', 'planned', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["availability","shipToLocationAvailability","quantity"],"value":8,"was":3}]}', '[]', '[]', 1, 'en-US', NULL, NULL),
  (3, 'OPEN-3', 'unread', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-3","was":"Item OPEN-3"},{"op":"remove","path":["product","upc"],"was":["012345678905"]}]}', '[]', '[]', 0, '', NULL, NULL),
  (3, 'OPEN-4', 'unread', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-4","was":"Item OPEN-4"}]}', '[]', '[]', 0, '', NULL, NULL),
  (3, 'OPEN-5', 'unread', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-5","was":"Item OPEN-5"}]}', '[]', '[]', 0, '', NULL, NULL),
  (3, 'OPEN-6', 'unread', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-6","was":"Item OPEN-6"}]}', '[]', '[]', 0, '', NULL, NULL),
  (3, 'OPEN-7', 'unread', NULL, '', '[]', '{"onto":"existing","changes":[{"op":"set","path":["product","title"],"value":"New OPEN-7","was":"Item OPEN-7"}]}', '[]', '[]', 0, '', NULL, NULL);

