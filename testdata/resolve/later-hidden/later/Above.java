class Above implements Named {}
